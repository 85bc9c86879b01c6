import { pino } from 'pino'
import { keepReceipt } from '../../src/features/receipts/upload-receipt.ts'
import { connect } from '../../src/platform/db/connect.ts'
import { createFolderStore } from '../../src/platform/files/folder-store.ts'
import { startJobQueue } from '../../src/platform/jobs/job-queue.ts'

/** Keeps a receipt, and ends as by kill -9 right before or after its file is written. */
const [url = '', folder = '', businessId = '', requestId = '', when = ''] = process.argv.slice(2)
const log = pino({ level: 'silent' })
const database = connect({ url, onError: () => undefined })
const jobs = await startJobQueue({ database, log, runsJobs: false })
const files = createFolderStore(folder)
const die = () => process.kill(process.pid, 'SIGKILL')
const put: typeof files.put = async (key, bytes) => {
  if (when === 'before') die()
  await files.put(key, bytes)
  if (when === 'between') die()
}
const bytes = Buffer.from('%PDF-1.4')
const input = { businessId, source: 'upload' as const, fileName: '', requestId, bytes }
await keepReceipt({ database, jobs, now: () => new Date(), files: { ...files, put } }, input)
die()
