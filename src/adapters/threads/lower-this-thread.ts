import { lowerThreadPriority } from './low-priority.ts'

lowerThreadPriority()
