// Loaded before a program: its clock runs ahead or behind by what a file says, in milliseconds.
import { readFileSync } from 'node:fs'

const file = process.env.CHAOS_CLOCK_FILE
const realNow = Date.now
let shiftMs = 0

function read () {
  try {
    shiftMs = Number(readFileSync(file, 'utf8')) || 0
  } catch {
    shiftMs = 0
  }
}

if (file !== undefined) {
  read()
  setInterval(read, 200).unref()
  Date.now = () => realNow() + shiftMs
}
