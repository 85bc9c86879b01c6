import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { businesses } from '../../platform/db/tables/business.ts'
import { ownFields } from '../../platform/db/tables/team/own-fields.ts'
import type { Transaction } from '../../platform/db/transaction.ts'
import { AppError } from '../../shared/errors.ts'
import { includesFeature } from '../billing/rules.ts'
import type { OwnField, OwnFields, OwnValues, ShownField } from './contract.ts'
import { type FieldTarget, ownFieldsPlanText } from './rules.ts'

const columns = {
  id: ownFields.id,
  target: ownFields.target,
  label: ownFields.label,
  kind: ownFields.kind,
  choices: ownFields.choices,
  onDocuments: ownFields.onDocuments,
  isArchived: sql<boolean>`${ownFields.archivedAt} is not null`,
}
type FieldRow = OwnField & { target: FieldTarget }

/** In the order of the business. Archived ones come last. */
export async function listOwnFields({ db }: Transaction): Promise<OwnFields> {
  const rows = await db
    .select(columns)
    .from(ownFields)
    .orderBy(sql`${ownFields.archivedAt} is not null`, asc(ownFields.position), asc(ownFields.id))
  const of = (wanted: FieldTarget) =>
    rows.flatMap(({ target, ...field }) => (target === wanted ? [field] : []))
  return { client: of('client'), invoice: of('invoice') }
}

/** Those that can be filled, with what they can hold. */
export async function listDefinitions({ db }: Transaction, target: FieldTarget): Promise<OwnField[]> {
  const rows = await db.select(columns).from(ownFields).where(eq(ownFields.target, target))
  return rows.map(({ target: _target, ...field }) => field)
}

export async function getOwnField({ db }: Transaction, id: string): Promise<FieldRow> {
  const [row] = await db.select(columns).from(ownFields).where(eq(ownFields.id, id))
  if (!row) throw new AppError('NOT_FOUND', 'This field no longer exists.')
  return row
}

export function countOpenFields({ db }: Transaction, target: FieldTarget): Promise<number> {
  return db.$count(ownFields, and(eq(ownFields.target, target), isNull(ownFields.archivedAt)))
}

/** Throws PLAN_REQUIRED if the current plan of the business does not include own fields. */
export async function assertPlanHasFields({ db }: Transaction): Promise<void> {
  // No filter: the transaction sees one business only.
  const [business] = await db.select({ plan: businesses.plan }).from(businesses)
  if (!business || !includesFeature(business.plan, 'customCategories'))
    throw new AppError('PLAN_REQUIRED', ownFieldsPlanText)
}

/** What the documents of an invoice show of its own fields: SQL for the columns with its business and its values. */
export const shownFieldsSql = (
  businessId: string,
  values: string,
) => `case when ${values} = '{}' then '[]' else coalesce((
  select json_agg(json_build_object('id', f.id, 'label', f.label, 'kind', f.kind, 'value', ${values} ->> f.id::text)
    order by f.position, f.id)
  from own_fields f
  where f.business_id = ${businessId} and f.target = 'invoice' and f.on_documents and ${values} ? f.id::text), '[]') end`

/** The same for values that are about to be stored. */
export async function shownFieldsOf(
  { client }: Transaction,
  businessId: string,
  values: OwnValues,
): Promise<ShownField[]> {
  if (Object.keys(values).length === 0) return []
  const { rows } = await client.query<{ shown: ShownField[] }>({
    name: 'shown-fields',
    text: `select ${shownFieldsSql('$1::uuid', '$2::jsonb')} as shown`,
    values: [businessId, JSON.stringify(values)],
  })
  return rows[0]?.shown ?? []
}
