import { text } from 'node:stream/consumers'
import { damaged } from './damaged.ts'
import { isFileOfData } from './data-files.ts'
import { type BackedUpFile, type BackedUpTable, type BackupManifest, filesFolder } from './manifest.ts'
import { manifestName, manifestSchema, partName, storedFilesName } from './manifest.ts'
import type { BackupEntry } from './read-tar.ts'

type Part = {
  content: AsyncIterable<Buffer>
  file?: BackedUpFile
  table?: BackedUpTable
  /** The list of files that lie beside the backup. */
  isList?: true
}

export async function readManifest(entries: AsyncGenerator<BackupEntry>): Promise<BackupManifest> {
  const { value: first } = await entries.next()
  if (first?.name !== manifestName) throw damaged('it has no manifest')
  const content = await text(first.content)
  try {
    return manifestSchema.parse(JSON.parse(content))
  } catch {
    throw damaged('a part of it cannot be understood')
  }
}

/** What comes after the manifest: files, and then every table that the manifest names, in its order and in parts. */
export async function* readParts(
  { tables }: BackupManifest,
  entries: AsyncGenerator<BackupEntry>,
): AsyncGenerator<Part> {
  let done = 0
  let part = 0
  for await (const { name, mode, content } of entries) {
    const [current, next] = [tables[done - 1], tables[done]]
    if (!current && name === storedFilesName) {
      yield { content, isList: true }
      continue
    }
    if (current && name === partName(current, part + 1)) part += 1
    else if (next && name === partName(next, 1)) [done, part] = [done + 1, 1]
    else if (current || !name.startsWith(filesFolder))
      throw damaged('its tables are not those of its manifest')
    const table = tables[done - 1]
    const file = { path: name.slice(filesFolder.length), mode: mode & 0o777 }
    if (!table && !isFileOfData(file.path))
      throw damaged('it has a file that does not belong in a data folder')
    yield table ? { table, content } : { file, content }
  }
  if (done < tables.length) throw damaged('its end is missing')
}
