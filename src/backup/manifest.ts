import { z } from 'zod'

/**
 * A backup is a tar archive, encrypted with age where a passphrase is given:
 *
 *   manifest.json                                what is in it
 *   stored-files.sha256                          which files of receipts belong to it; they lie beside it
 *   files/<path>                                 the other files of the data folder
 *   tables/<schema>.<table>/<number>.copy.gz     the rows of a table in parts, as COPY writes them
 *   SHA256SUMS                                   the checksums of all that, in this order
 */
export const formatVersion = 2
export const manifestName = 'manifest.json'
export const filesFolder = 'files/'
export const storedFilesName = 'stored-files.sha256'

const text = z.string().min(1)

export const manifestSchema = z.strictObject({
  format: z.literal(formatVersion),
  version: text,
  postgres: z.string(),
  madeAt: z.iso.datetime(),
  migrations: z.array(z.strictObject({ name: text, checksum: text })).min(1),
  /** Of the tables of the job queue, which no migration makes. */
  jobsVersion: z.number().nullable(),
  /** What the files beside an encrypted backup are encrypted with. */
  copyKey: text.optional(),
  sequences: z.array(z.strictObject({ schema: text, name: text, value: text, isCalled: z.boolean() })),
  tables: z.array(
    z.strictObject({
      schema: text,
      name: text,
      columns: z.array(text).min(1),
      rows: z.number().int().nonnegative(),
    }),
  ),
})
export type BackupManifest = z.output<typeof manifestSchema>
export type BackedUpTable = BackupManifest['tables'][number]
export type BackedUpFile = { path: string; mode: number }

/** Without the ending of what is compressed. The parts of a table are counted from 1. */
export function partName(table: { schema: string; name: string }, part: number): string {
  return `tables/${table.schema}.${table.name}/${String(part).padStart(4, '0')}.copy`
}
