import { parentPort } from 'node:worker_threads'
import { lowerThreadPriority } from '../threads/low-priority.ts'
import { readUploadResult } from './upload-result.ts'

lowerThreadPriority()

parentPort?.on('message', (bytes: Uint8Array<ArrayBuffer>) => {
  parentPort?.postMessage(readUploadResult(Buffer.from(bytes.buffer)))
})
