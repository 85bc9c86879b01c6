import { readConfig } from './config.ts'
import { startMillrace } from './start.ts'
import { describeStartError } from './start-error.ts'

const [major] = process.versions.node.split('.')
if (Number(major) < 24) {
  console.error(`Node ${process.versions.node} is too old to run this; npm start brings its own Node 24.`)
  process.exit(1)
}

try {
  const config = readConfig(process.env)
  const running = await startMillrace(config, process.stdout)
  console.log(running.greeting)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      // Ctrl-C reaches this process twice: from the terminal and from npm.
      if (stopping) return
      stopping = true
      running.stop().then(
        () => process.exit(0),
        (error: unknown) => {
          console.error(`Millrace did not stop cleanly: ${String(error)}`)
          process.exit(1)
        },
      )
    })
  }
} catch (error) {
  console.error(describeStartError(error))
  process.exit(1)
}
