import type { Database } from '../../platform/db/connect.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import type { SheetCell } from '../../platform/files/spreadsheet.ts'
import type { OwnField, OwnValues } from './contract.ts'
import { listOwnFields } from './queries.ts'
import type { FieldTarget } from './rules.ts'

interface OwnColumn {
  header: string
  kind: 'text' | 'number' | 'date'
  width?: number
  cell: (row: { ownFields: OwnValues }) => SheetCell
}

/** Columns for the fields of a list. None for a business that has defined none. */
export async function ownSheetColumns(
  database: Database,
  businessId: string,
  target: FieldTarget,
): Promise<OwnColumn[]> {
  const fields = await withTenant(database, businessId, listOwnFields)
  return fields[target].filter(({ isArchived }) => !isArchived).map(toColumn)
}

function toColumn({ id, label, kind }: OwnField): OwnColumn {
  if (kind !== 'number') {
    return {
      header: label,
      kind: kind === 'date' ? 'date' : 'text',
      cell: ({ ownFields }) => ownFields[id] ?? null,
    }
  }
  return {
    header: label,
    kind: 'number',
    width: 16,
    cell: ({ ownFields }) => {
      const value = ownFields[id]
      return value === undefined ? null : numberOf(value)
    },
  }
}

/** A number with more digits than a spreadsheet keeps stays a text. */
function numberOf(value: string): SheetCell {
  return value.replaceAll(/\D/g, '').length > 15 ? value : Number(value)
}
