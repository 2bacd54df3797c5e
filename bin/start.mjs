// What `npm start` runs.
import { run } from './run.mjs'

await run('supervisor')
