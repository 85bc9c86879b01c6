import { digestOf } from './checksums.ts'
import { damaged } from './damaged.ts'
import type { BackedUpFile, BackedUpTable, BackupManifest } from './manifest.ts'
import type { OpenBackup } from './open-backup.ts'
import { readCopies } from './read-copies.ts'
import { readManifest, readParts } from './read-parts.ts'

export interface CheckedBackup {
  manifest: BackupManifest
  files: (BackedUpFile & { checksum: string })[]
}

const newline = 10

/** Reads all of it once, with the files in the folder of copies, and finds every part that the manifest speaks of. */
export async function checkBackup(backup: OpenBackup, copies: string): Promise<CheckedBackup> {
  const entries = backup()
  const manifest = await readManifest(entries)
  const files: CheckedBackup['files'] = []
  const rows = new Map<BackedUpTable, number>()
  for await (const { file, table, isList, content } of readParts(manifest, entries)) {
    if (file) files.push({ ...file, checksum: await digestOf(content) })
    if (isList) {
      for await (const { file: stored, sha256 } of readCopies(copies, manifest, content))
        files.push({ ...stored, checksum: sha256 })
    }
    if (table) rows.set(table, (rows.get(table) ?? 0) + (await countLines(content)))
  }
  const short = manifest.tables.find((table) => rows.get(table) !== table.rows)
  if (short) throw damaged(`rows of ${short.schema}.${short.name} are missing`)
  return { manifest, files }
}

/** A line is a row: COPY writes line breaks in values in another way. */
async function countLines(content: AsyncIterable<Buffer>): Promise<number> {
  let lines = 0
  for await (const piece of content) {
    for (let at = piece.indexOf(newline); at !== -1; at = piece.indexOf(newline, at + 1)) lines++
  }
  return lines
}
