import { readConfig } from '../config.ts'
import { describeStartError } from '../describe-start-error.ts'

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(`Node ${process.versions.node} is too old to run this. npm start brings its own Node 24.`)
  process.exit(1)
}

async function run() {
  const config = readConfig(process.env)
  // Imported later, because loading the product takes longer than finding an invalid setting.
  const starting = import('../start.ts').then(({ startMillrace }) => startMillrace(config, process.stdout))
  let stopping = false
  const stop = async () => {
    // Ctrl-C reaches this process twice: from the terminal and from npm.
    if (stopping) return
    stopping = true
    // A signal during the start waits for its end, so that no half-started database is left behind.
    const running = await starting.catch(() => null)
    await running?.stop()
    process.exit(0)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      stop().catch((error: unknown) => {
        console.error(`Millrace did not stop cleanly: ${String(error)}`)
        process.exit(1)
      })
    })
  }
  const { greeting } = await starting
  if (!stopping) console.log(greeting)
}

run().catch((error: unknown) => {
  console.error(describeStartError(error))
  process.exit(1)
})
