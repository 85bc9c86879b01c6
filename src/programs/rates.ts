import { readFile } from 'node:fs/promises'
import { pino } from 'pino'
import { parseArguments } from '../backup/command-line.ts'
import { keepBeforeUpdate, sayWhereKept } from '../backup/keep-before-update.ts'
import { StartError, readConfig } from '../config.ts'
import { describeStartError } from '../describe-start-error.ts'
import {
  type ReferenceRates,
  WrongRatesFile,
  parseReferenceRates,
} from '../features/rates/parse-reference-rates.ts'
import { maxFileBytes, readRatesFile } from '../features/rates/read-rates-file.ts'
import { describeStored, storeReferenceRates } from '../features/rates/store-reference-rates.ts'
import { allJobs } from '../jobs.ts'
import { connect } from '../platform/db/connect.ts'
import { migrate } from '../platform/db/migrate.ts'
import { openOrCreateBeside } from '../platform/db/open-for-command.ts'
import { startJobQueue } from '../platform/jobs/job-queue.ts'

/** Stores the reference rates of a file, whether or not the product is running on the same data. */
async function loadRates(args: readonly string[]): Promise<string> {
  const config = readConfig(process.env)
  const { file } = parseArguments(args, [])
  if (file === undefined) throw new StartError('Give the file with the rates: npm run rates -- <file>')
  const read = await readRates(file)
  const opened = await openOrCreateBeside(config)
  try {
    await migrate(opened.url, allJobs, { beforeChange: keepBeforeUpdate(config, opened.url, sayWhereKept) })
    const database = connect({ url: opened.url, onError: () => undefined })
    try {
      const jobs = await startJobQueue({ database, log: pino({ level: 'silent' }), runsJobs: false })
      await storeReferenceRates({ database, jobs }, read.rates, config.ratesSource.name)
      await jobs.stop()
      return describeStored(read)
    } finally {
      await database.close()
    }
  } finally {
    await opened.close()
  }
}

async function readRates(file: string): Promise<ReferenceRates> {
  const bytes = await readFile(file).catch((error: NodeJS.ErrnoException) => {
    throw new StartError(`${file} cannot be read: ${error.message}.`)
  })
  if (bytes.length > maxFileBytes) throw new StartError(`${file} is larger than ${maxFileBytes} bytes.`)
  try {
    return parseReferenceRates(readRatesFile(bytes), new Date().toISOString().slice(0, 10))
  } catch (error) {
    if (!(error instanceof WrongRatesFile)) throw error
    throw new StartError(`${file}: ${error.message}. Nothing was stored.`)
  }
}

try {
  console.log(await loadRates(process.argv.slice(2)))
} catch (error) {
  console.error(describeStartError(error))
  process.exitCode = 1
}
