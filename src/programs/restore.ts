import { join } from 'node:path'
import { describeContent, describeFailure, parseArguments, readPassphrase } from '../backup/command-line.ts'
import { restoreBackup } from '../backup/restore-backup.ts'
import { readConfig, StartError } from '../config.ts'
import { allJobs } from '../jobs.ts'
import { openAlone } from '../platform/db/open-for-command.ts'
import { filesFolder } from '../platform/files/folder-store.ts'

/** Restores a backup into an empty data folder, or into an empty data folder and an external database. */
async function restore(args: readonly string[]): Promise<string> {
  const config = readConfig(process.env)
  const { file } = parseArguments(args, [])
  if (file === undefined) throw new StartError('Give the file to restore: npm run restore -- <file>')
  const { manifest, files } = await restoreBackup({
    file,
    dataDir: config.dataDir,
    jobs: allJobs,
    readPassphrase: () => readPassphrase(process.env),
    openTarget: () => openAlone(config),
  })
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0)
  const content = describeContent({ tables: manifest.tables.length, rows, files: files.length })
  const stored = files.some(({ path }) => path.startsWith(`${filesFolder}/`))
  const hint =
    stored && config.filesS3
      ? `\nThe files of receipts are in ${join(config.dataDir, filesFolder)}. Copy them to the store in FILES_S3_URL, or remove that setting.`
      : ''
  return `Restored what was there at ${manifest.madeAt}: ${content}.${hint}`
}

try {
  console.log(await restore(process.argv.slice(2)))
} catch (error) {
  console.error(describeFailure('The backup could not be restored', error))
  process.exitCode = 1
}
