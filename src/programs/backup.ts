import { stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { describeContent, describeFailure, parseArguments, readPassphrase } from '../backup/command-line.ts'
import { backupsFolder, stampOf } from '../backup/data-files.ts'
import { copiesFolder } from '../backup/file-copies.ts'
import { type WrittenBackup, writeBackup } from '../backup/write-backup.ts'
import { readConfig, StartError } from '../config.ts'
import { connectOwner } from '../platform/db/connect-owner.ts'
import { openBeside } from '../platform/db/open-for-command.ts'
import { readProductVersion } from '../product-version.ts'

/** Writes a backup of the whole installation into one file, whether or not the product is running. */
async function backUp(args: readonly string[]): Promise<string> {
  const config = readConfig(process.env)
  const { file, encrypts } = parseArguments(args, ['--encrypt'])
  const passphrase = encrypts ? await readPassphrase(process.env) : undefined
  const now = new Date()
  const target = file ?? join(config.dataDir, backupsFolder, `millrace-${stampOf(now)}.backup`)
  if (await stat(target).catch(() => undefined)) throw new StartError(`${target} already exists.`)
  const opened = await openBeside(config)
  try {
    const source = {
      url: opened.url,
      dataDir: config.dataDir,
      version: readProductVersion(),
      now,
      hasFileStore: config.filesS3 !== null,
    }
    const written = await writeBackup(source, { file: target, passphrase })
    await recordBackup(opened.url, new Date())
    return describe(written)
  } finally {
    await opened.close()
  }
}

/** Records the time of the backup for the operator's page, which shows how old the last backup is. */
async function recordBackup(url: string, moment: Date): Promise<void> {
  const client = await connectOwner(url, 'millrace_backup')
  try {
    await client.query(
      `insert into platform.installation (name, value) values ('last-backup', $1)
       on conflict (name) do update set value = excluded.value`,
      [moment.toISOString()],
    )
  } finally {
    await client.end()
  }
}

function describe({ file, bytes, checksum, copies, lost, ...content }: WrittenBackup): string {
  const lines = [`${file}: ${bytes} bytes, ${describeContent(content)}, SHA-256 ${checksum}`]
  if (copies.length > 0)
    lines.push(`Files of receipts in ${join(dirname(file), copiesFolder)}: ${copies.length}`)
  if (lost.length > 0) lines.push(`Files of receipts that are missing or damaged: ${lost.join(', ')}`)
  return lines.join('\n')
}

try {
  console.log(await backUp(process.argv.slice(2)))
} catch (error) {
  console.error(describeFailure('The backup could not be written', error))
  process.exitCode = 1
}
