import type { Deps } from '../../../platform/deps.ts'
import type { Identity } from '../../../platform/http/api.ts'
import type { FileAnswer, QueryOf } from '../../../shared/endpoint.ts'
import { exportSheet } from '../../exports/export-sheet.ts'
import { resultOf, withJournal } from '../read-report.ts'
import { readContext } from '../report-context.ts'
import type { getLedgerFile as contract } from './contract.ts'
import { ledgerSheet } from './ledger-sheet.ts'
import { ledgerFileName } from './ledger-text-rules.ts'
import { readLedgerLines } from './read-ledger.ts'

/** The general ledger of a period, written while it is downloaded. */
export async function getLedgerFile(
  deps: Deps<'database' | 'log' | 'now'>,
  identity: Pick<Identity, 'businessId' | 'business'>,
  { format, basis, ...days }: QueryOf<typeof contract>,
): Promise<FileAnswer> {
  const { businessId, business } = identity
  const query = { period: 'days', ...days, basis, compare: 'none' } as const
  const answer = await withJournal(deps, businessId, (tx) =>
    readContext(tx, identity, { name: 'profit-and-loss', query, now: deps.now() }),
  )
  const { range, countsBank } = resultOf(answer)
  return exportSheet(deps, businessId, {
    fileName: ledgerFileName(range, format),
    format,
    sheetOf: (tx) =>
      ledgerSheet(readLedgerLines(tx, { businessId, range, basis, countsBank }), {
        ...business,
        range,
        basis,
      }),
  })
}
