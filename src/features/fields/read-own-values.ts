import type { Transaction } from '../../platform/db/transaction.ts'
import { fieldError } from '../../shared/errors.ts'
import type { OwnValues } from './contract.ts'
import { listDefinitions } from './queries.ts'
import { type FieldTarget, readOwnValue } from './rules.ts'

/**
 * Returns what the fields hold after a change: `given` replaces what is `stored`, and an empty text removes it. What is not
 * given stays, and so does what an archived field or a choice that was taken away holds.
 */
export async function readOwnValues(
  tx: Transaction,
  target: FieldTarget,
  given: OwnValues,
  stored: OwnValues = {},
): Promise<OwnValues> {
  const changed = Object.entries(given).filter(([id, text]) => text !== (stored[id] ?? ''))
  if (changed.length === 0) return stored
  const fields = new Map((await listDefinitions(tx, target)).map((field) => [field.id, field]))
  const values = { ...stored }
  for (const [id, text] of changed) {
    const field = fields.get(id)
    if (!field) throw fieldError(`ownFields.${id}`, 'This field no longer exists.')
    if (field.isArchived) continue
    if (text === '') {
      delete values[id]
      continue
    }
    const read = readOwnValue(field, text)
    if ('problem' in read) throw fieldError(`ownFields.${id}`, read.problem)
    values[id] = read.value
  }
  return values
}
