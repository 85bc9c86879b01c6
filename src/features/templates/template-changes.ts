import { eq, sql } from 'drizzle-orm'
import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { clients } from '../../platform/db/tables/clients.ts'
import { invoiceTemplates } from '../../platform/db/tables/templates.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { Identity } from '../../platform/http/api.ts'
import { assertVersion } from '../../shared/assert-version.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import type { OwnValues } from '../fields/contract.ts'
import { readOwnValues } from '../fields/read-own-values.ts'
import { completeContent } from '../invoices/document/input-rules.ts'
import { calculateTotals, totalsProblem } from '../invoices/document/totals-rules.ts'
import { prefixContentFields } from '../invoices/prefix-content-fields.ts'
import {
  type Template,
  type createTemplate as createContract,
  type updateTemplate as updateContract,
  maxTemplates,
} from './contract.ts'
import {
  type TemplateRow,
  assertPlanHasTemplates,
  getTemplateRow,
  templateColumns,
  templateNotFound,
  withoutDeletedLogo,
} from './queries.ts'
import { toTemplate } from './read-templates.ts'

type TemplateInput = BodyOf<typeof createContract>

export function createTemplate(
  database: Database,
  identity: Identity,
  input: TemplateInput,
): Promise<Template> {
  const { businessId } = identity
  return withBusinessLock(database, identity, input, async (tx, cleaned) => {
    if ((await tx.db.$count(invoiceTemplates)) >= maxTemplates) {
      throw new AppError(
        'VALIDATION_FAILED',
        `You can keep at most ${maxTemplates} templates. Please remove one you no longer need.`,
      )
    }
    const [added] = await tx.db
      .insert(invoiceTemplates)
      .values({ ...cleaned, content: await withOwnFields(tx, cleaned.content), businessId })
      .returning(templateColumns)
    if (!added) throw new Error('no row came back for the added template')
    return added
  })
}

export function updateTemplate(
  database: Database,
  identity: Identity,
  { id, body, log }: { id: string; body: BodyOf<typeof updateContract>; log: Logger },
): Promise<Template> {
  const { updatedAt, ...input } = body
  return withBusinessLock(database, identity, input, async (tx, cleaned) => {
    const current = await getTemplateRow(tx, id)
    assertVersion('template', current.updatedAt.toISOString(), updatedAt)
    const { ownFields } = completeContent(current.content)
    const content = await withOwnFields(tx, cleaned.content, ownFields)
    const [changed] = await tx.db
      .update(invoiceTemplates)
      .set({ ...cleaned, content, updatedAt: sql`now()` })
      .where(eq(invoiceTemplates.id, id))
      .returning(templateColumns)
    if (!changed) throw templateNotFound()
    await removeUnusedLogos(tx, identity.businessId, log)
    return changed
  })
}

/** Deletes a template, on every plan, and its logo if nothing else uses it. */
export function deleteTemplate(
  database: Database,
  businessId: string,
  { id, log }: { id: string; log: Logger },
): Promise<void> {
  return withTenant(database, businessId, async (tx) => {
    await lockOwnBusiness(tx)
    const removed = await tx.db
      .delete(invoiceTemplates)
      .where(eq(invoiceTemplates.id, id))
      .returning({ id: invoiceTemplates.id })
    if (removed.length === 0) throw templateNotFound()
    await removeUnusedLogos(tx, businessId, log)
  })
}

/** Checks the input and runs `save` while no other request changes the templates, so that their count is up to date. */
async function withBusinessLock(
  database: Database,
  { businessId, business }: Identity,
  input: TemplateInput,
  save: (tx: Transaction, cleaned: TemplateInput) => Promise<TemplateRow>,
): Promise<Template> {
  assertValidTotals(input, business.locale)
  try {
    return await withTenant(database, businessId, async (tx) => {
      await lockOwnBusiness(tx)
      await assertPlanHasTemplates(tx, 'Invoice templates are part of the Pro plan.')
      const content = await withoutUnknownClient(tx, await withoutDeletedLogo(tx, input.content))
      return toTemplate(tx, await save(tx, { ...input, content }))
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'invoice_templates_name')) throw error
    const message = 'You already have a template with this name.'
    throw new AppError('NAME_TAKEN', message, { fields: { name: message }, cause: error })
  }
}

function assertValidTotals({ content: { charge, currency } }: TemplateInput, locale: string): void {
  const result = calculateTotals(charge, currency)
  if (result.ok) return
  const { field, message } = totalsProblem(result.reason, { currency, locale })
  throw new AppError('VALIDATION_FAILED', message, { fields: { [`content.${field}`]: message } })
}

/** `stored` is what the own fields of the template hold. */
async function withOwnFields(
  tx: Transaction,
  content: TemplateInput['content'],
  stored: OwnValues = {},
): Promise<TemplateInput['content']> {
  const ownFields = await prefixContentFields(() => readOwnValues(tx, 'invoice', content.ownFields, stored))
  return { ...content, ownFields }
}

/** Clears a client id that does not belong to the business: invoices created from the template would copy it. */
async function withoutUnknownClient(
  { db }: Transaction,
  content: TemplateInput['content'],
): Promise<TemplateInput['content']> {
  const { client } = content
  if (client.id === null) return content
  const [found] = await db.select({ id: clients.id }).from(clients).where(eq(clients.id, client.id))
  return found ? content : { ...content, client: { ...client, id: null } }
}
