import { eq, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/connect.ts'
import { ownFields } from '../../platform/db/tables/team/own-fields.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError, fieldError } from '../../shared/errors.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import type * as contract from './contract.ts'
import { assertPlanHasFields, countOpenFields, getOwnField, listOwnFields } from './queries.ts'
import { type FieldKind, type FieldTarget, maxFields } from './rules.ts'

type OwnFields = contract.OwnFields

/** Runs the change while no other request changes the fields, so that their count and order are up to date. */
async function changeFields(
  database: Database,
  businessId: string,
  change: (tx: Transaction) => Promise<void>,
): Promise<OwnFields> {
  try {
    return await withTenant(database, businessId, async (tx) => {
      await lockOwnBusiness(tx)
      await assertPlanHasFields(tx)
      await change(tx)
      return listOwnFields(tx)
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'own_fields_label')) throw error
    const message = 'You already have a field with this name. It may be archived.'
    throw new AppError('NAME_TAKEN', message, { fields: { label: message }, cause: error })
  }
}

export function addOwnField(
  database: Database,
  businessId: string,
  { target, kind, ...body }: BodyOf<typeof contract.addOwnField>,
): Promise<OwnFields> {
  return changeFields(database, businessId, async (tx) => {
    await assertRoom(tx, target)
    const columns = columnsOf(target, kind, body)
    await tx.db.insert(ownFields).values({
      ...columns,
      businessId,
      target,
      kind,
      position: sql`(select coalesce(max(position), 0) + 1 from own_fields where target = ${target})`,
    })
  })
}

export function changeOwnField(
  database: Database,
  businessId: string,
  id: string,
  body: BodyOf<typeof contract.changeOwnField>,
): Promise<OwnFields> {
  return changeFields(database, businessId, async (tx) => {
    const { target, kind } = await getOwnField(tx, id)
    await tx.db
      .update(ownFields)
      .set({ ...columnsOf(target, kind, body), updatedAt: sql`now()` })
      .where(eq(ownFields.id, id))
  })
}

export function archiveOwnField(
  database: Database,
  businessId: string,
  id: string,
  { archived }: BodyOf<typeof contract.archiveOwnField>,
): Promise<OwnFields> {
  return changeFields(database, businessId, async (tx) => {
    const { target, isArchived } = await getOwnField(tx, id)
    if (isArchived === archived) return
    if (!archived) await assertRoom(tx, target)
    await tx.db
      .update(ownFields)
      .set({ archivedAt: archived ? sql`now()` : null, updatedAt: sql`now()` })
      .where(eq(ownFields.id, id))
  })
}

/** The ids are those of all fields that are not archived. Archived ones keep their places among themselves, at the end. */
export function orderOwnFields(
  database: Database,
  businessId: string,
  { target, ids }: BodyOf<typeof contract.orderOwnFields>,
): Promise<OwnFields> {
  return changeFields(database, businessId, async (tx) => {
    const open = (await listOwnFields(tx))[target].filter(({ isArchived }) => !isArchived)
    const known = new Set(open.map(({ id }) => id))
    if (ids.length !== known.size || new Set(ids).size !== ids.length || !ids.every((id) => known.has(id))) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'The fields have been changed elsewhere in the meantime. Reload them to see the latest version.',
      )
    }
    await tx.client.query(
      `update own_fields f set position = given.position
       from unnest($2::uuid[]) with ordinality as given (id, position)
       where f.business_id = $1 and f.id = given.id`,
      [businessId, ids],
    )
  })
}

async function assertRoom(tx: Transaction, target: FieldTarget): Promise<void> {
  if ((await countOpenFields(tx, target)) < maxFields) return
  throw new AppError(
    'VALIDATION_FAILED',
    `You can have at most ${maxFields} fields for ${target}s. Please archive one you no longer need.`,
  )
}

function columnsOf(
  target: FieldTarget,
  kind: FieldKind,
  { label, choices, onDocuments }: BodyOf<typeof contract.changeOwnField>,
) {
  if (kind === 'choice' && choices.length === 0)
    throw fieldError('choices', 'Please enter at least one choice.')
  return {
    label,
    choices: kind === 'choice' ? choices : [],
    onDocuments: target === 'invoice' && onDocuments,
  }
}
