import type { PgColumn } from 'drizzle-orm/pg-core'
import { isCurrency } from '../../../shared/currencies.ts'
import { isIsoDate } from '../../../shared/dates.ts'
import { isLocale } from '../../../shared/locales.ts'
import { isTimeZone } from '../../auth/rules.ts'
import type { Row, Value } from './archive-rows.ts'
import { isNestedValue } from './is-nested-value.ts'
import { isUuid, mapNestedIds } from './new-ids.ts'
import type { RestoreContext } from './restored-tables.ts'
import { UnusableArchive } from './unusable-archive.ts'

/** What the archive has of a table, and which of its columns are stored again. */
export interface KnownTable {
  name: string
  stored: ReadonlyMap<string, PgColumn>
  /** Columns that the export adds, or that the database fills in. */
  dropped: ReadonlySet<string>
}

/** Columns with the id of a person, who is not in the archive. */
const people = new Set(['created_by', 'undone_by', 'deleted_by', 'user_id', 'decided_user_id'])

/** Checks a row of the archive against its table, and gives it its new ids. */
export function checkRow(table: KnownTable, row: Row, { newId, ownerId }: RestoreContext): Row {
  const checked: Row = {}
  for (const [name, value] of Object.entries(row)) {
    if (table.dropped.has(name)) continue
    const column = table.stored.get(name)
    if (!column) {
      throw new UnusableArchive(
        `The table ${table.name} of this archive has a column “${name.slice(0, 60)}”, which is unknown here. It may come from a newer version.`,
      )
    }
    if (value !== null && !isRight(table.name, column, value)) {
      throw new UnusableArchive(
        `The table ${table.name} of this archive has a value in the column “${name}” that doesn’t fit.`,
      )
    }
    const kind = column.getSQLType()
    if (value === null) checked[name] = null
    else if (people.has(name)) checked[name] = ownerId
    else if (kind === 'uuid') checked[name] = newId(value as string)
    else if (kind === 'uuid[]') checked[name] = (value as string[]).map(newId)
    else checked[name] = kind === 'jsonb' ? mapNestedIds(value, newId) : value
  }
  return checked
}

const moment = /^(?:19|20|21)\d\d-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,6})?\+00:00$/
const decimal = /^-?\d{1,20}(?:\.\d{1,30})?$/

const named: Readonly<Record<string, (text: string) => boolean>> = {
  currency: isCurrency,
  locale: isLocale,
  time_zone: isTimeZone,
}

function isRight(table: string, column: PgColumn, value: Value): boolean {
  switch (column.getSQLType()) {
    case 'uuid':
      return isUuid(value)
    case 'uuid[]':
      return Array.isArray(value) && value.every(isUuid)
    case 'text[]':
      return Array.isArray(value) && value.every(isText)
    case 'text':
      return isText(value) && (named[column.name]?.(value) ?? true)
    case 'boolean':
      return typeof value === 'boolean'
    case 'smallint':
    case 'integer':
    case 'bigint':
      return Number.isSafeInteger(value)
    case 'real':
      return typeof value === 'number'
    case 'numeric':
      return (typeof value === 'number' || typeof value === 'string') && decimal.test(String(value))
    case 'date':
      return typeof value === 'string' && isIsoDate(value)
    case 'timestamp with time zone':
      return typeof value === 'string' && moment.test(value)
    case 'jsonb':
      return isNestedValue(table, column.name, value)
    default:
      return false
  }
}

function isText(value: Value): value is string {
  return typeof value === 'string' && !value.includes('\0')
}
