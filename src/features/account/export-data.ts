import type pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { forReports } from '../../platform/db/for-reports.ts'
import { beginSnapshot, readPages } from '../../platform/db/read-pages.ts'
import { withAuth, withTenant } from '../../platform/db/transaction.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { type ZipWriter, streamZip } from '../../platform/files/stream-zip.ts'
import type { Identity } from '../../platform/http/api.ts'
import { type Limit, countUse } from '../../platform/limits/limit.ts'
import type { Currency } from '../../shared/currencies.ts'
import type { FileAnswer } from '../../shared/endpoint.ts'
import { readerLimits, withExportSlot } from '../exports/with-export-slot.ts'
import { exportReadme } from './export-readme.ts'
import { exportedTables, selectRows } from './exported-tables.ts'
import { lineSheets, readLines } from './line-sheets.ts'
import { publishedRates } from './published-rates.ts'
import { addOriginals, listAttachedFiles, listOriginals, listPictures } from './receipt-originals.ts'
import { exportFileName } from './rules.ts'
import { type CsvTable, csvFiles, jsonFiles } from './table-files.ts'

const rowsPerPage = 200

interface ExportDeps {
  database: Database
  files: FileStore
  log: Logger
  now: () => Date
  /** Runs once the export is sure to start. */
  onBegin?: () => Promise<void>
}

/** Exports all data of a business as one archive, in a consistent snapshot, streamed while it is created. */
export async function exportData(
  deps: ExportDeps,
  identity: Identity,
  limits: Omit<typeof readerLimits, 'minBytesPerSecond'> & { minBytesPerSecond?: number } = readerLimits,
): Promise<FileAnswer> {
  const { businessId, business } = identity
  return withExportSlot(deps, businessId, async (writing) => {
    await countUse(deps.database, exportLimits(businessId))
    await deps.onBegin?.()
    const moment = deps.now()
    const profile = await readProfile(deps.database, identity.userId)
    const bytes = streamZip(
      (zip) =>
        writing(async () => {
          const readme = exportReadme({ businessName: business.name, moment })
          await zip.add('README.txt', [Buffer.from(readme)])
          const account = { name: 'account', columns: Object.keys(profile) }
          await addTable(zip, account, async function* () {
            yield [{ line: JSON.stringify(profile) }]
          })
          const source = await forReports(deps.database)
          const originals = await withTenant(source, businessId, async ({ client }) => {
            await addTables(zip, client, business.currency)
            const rates = publishedRates(identity, moment)
            await addTable(zip, rates, () => readPages(client, rates.query, rowsPerPage))
            return [
              ...(await listAttachedFiles(client)),
              ...(await listOriginals(client)),
              ...(await listPictures(client)),
            ]
          })
          // After the transaction: many files take long, and need no connection.
          await addOriginals(zip, deps.files, businessId, originals)
        }),
      { date: moment, ...limits },
    )
    const name = exportFileName(business, moment)
    return {
      bytes,
      contentType: 'application/zip',
      headers: { 'content-disposition': `attachment; filename="${name}"` },
    }
  })
}

type Lines = () => AsyncGenerator<{ line: string }[]>

async function addTables(zip: ZipWriter, client: pg.PoolClient, home: Currency): Promise<void> {
  await beginSnapshot(client)
  for (const table of exportedTables) {
    const query = selectRows(table)
    const columns = [...table.columns, ...(table.secrets ?? []).map((secret) => `has_${secret}`)]
    await addTable(zip, { ...table, columns, home }, () => readPages(client, query, rowsPerPage))
  }
  for (const sheet of lineSheets) {
    await addCsv(zip, { ...sheet, home }, readLines(client, sheet, rowsPerPage))
  }
  await addPictures(zip, client)
}

type NamedTable = CsvTable & { name: string }

async function addTable(zip: ZipWriter, table: NamedTable, lines: Lines): Promise<void> {
  for await (const { suffix, content } of jsonFiles(lines())) {
    await zip.add(`json/${table.name}${suffix}.json`, content)
  }
  await addCsv(zip, table, lines())
}

async function addCsv(zip: ZipWriter, table: NamedTable, lines: ReturnType<Lines>): Promise<void> {
  for await (const { suffix, content } of csvFiles(table, lines)) {
    await zip.add(`csv/${table.name}${suffix}.csv`, content)
  }
}

async function addPictures(zip: ZipWriter, client: pg.PoolClient): Promise<void> {
  const query = 'select id, content_type as type, bytes from files order by created_at, id'
  for await (const rows of readPages<{ id: string; type: string; bytes: Buffer }>(client, query, 1)) {
    for (const { id, type, bytes } of rows) {
      const ending = type === 'image/png' ? 'png' : 'jpg'
      await zip.add(`files/${id}.${ending}`, [bytes], { isCompressed: true })
    }
  }
}

async function readProfile(database: Database, userId: string): Promise<Record<string, unknown>> {
  const { rows } = await withAuth(database, ({ client }) =>
    client.query<Record<string, unknown>>(
      `select id, name, email, email_verified, role, created_at as signed_up_at, last_sign_in_at
       from auth.users where id = $1`,
      [userId],
    ),
  )
  return rows[0] ?? {}
}

function exportLimits(businessId: string): Limit[] {
  const refusal = 'You can export your data ten times an hour.'
  return [{ key: `export:${businessId}`, max: 10, windowSeconds: 3600, refusal }]
}
