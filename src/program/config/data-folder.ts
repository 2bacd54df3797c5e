import { accessSync, constants, mkdirSync } from 'node:fs'
import { OperatorError } from '../../shared/operator-error.ts'

/** Makes the folder of DATA_DIR where it is missing, and gives it back. Throws OperatorError. */
export function usableFolder (folder: string): string {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
    return folder
  } catch (cause) {
    throw new OperatorError(`DATA_DIR: ${whyUnusable(cause, folder)}. Choose another folder, or correct its rights.`, { cause })
  }
}

function whyUnusable (error: unknown, folder: string): string {
  switch ((error as NodeJS.ErrnoException).code ?? '') {
    case 'EACCES':
    case 'EPERM': return `this account may not write to ${folder}`
    case 'EROFS': return `${folder} is on a read-only file system`
    case 'EEXIST':
    case 'ENOTDIR': return `${folder} is not a folder`
    default: return `the folder ${folder} cannot be used (${String((error as NodeJS.ErrnoException).code)})`
  }
}
