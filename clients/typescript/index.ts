export * from './client.ts'
export * from './timbre.ts'
export * from './webhook.ts'
