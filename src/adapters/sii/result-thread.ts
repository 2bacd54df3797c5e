import { parentPort } from 'node:worker_threads'
import { readUploadResult } from './upload-result.ts'

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  parentPort?.postMessage(readUploadResult(Buffer.from(bytes.buffer)))
})
