import { ensurePgbouncer } from './pgbouncer.mjs'
import { run } from './prepare.mjs'

// Runs the browser tests on two web and two worker processes behind pgbouncer: npm run spread -- [arguments
// for Playwright]
const rest = process.argv.slice(2)
process.exitCode = (await ensurePgbouncer())
  ? await run(process.execPath, ['scripts/test.mjs', 'browser', '--', ...rest], { env: { E2E_SPREAD: '1' } })
  : 1
