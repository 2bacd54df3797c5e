// Loaded before the program: kills it at the fail point that the plan names, once.
import { existsSync, readFileSync, rmSync } from 'node:fs'

const { CRASH_PLAN: plan, CRASH_MODULE: module } = process.env
const { failPoints } = await import(module)

failPoints.reached = (point) => {
  if (!existsSync(plan) || readFileSync(plan, 'utf8') !== point) return
  rmSync(plan)
  process.kill(process.pid, 'SIGKILL')
}
