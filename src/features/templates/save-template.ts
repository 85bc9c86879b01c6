import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { removeUnusedLogos } from '../business/logos.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import { calculateTotals, totalsProblems } from '../invoices/document/totals-rules.ts'
import { assertPlanHasTemplates } from './assert-plan-has-templates.ts'
import {
  type Template,
  type createTemplate as createContract,
  type updateTemplate as updateContract,
  maxTemplates,
} from './contract.ts'
import {
  type TemplateRow,
  addTemplate,
  changeTemplate,
  countTemplates,
  getTemplateRow,
  withoutDeletedLogo,
  withoutUnknownClient,
} from './queries.ts'
import { toTemplate } from './read-templates.ts'

type TemplateInput = BodyOf<typeof createContract>

export function createTemplate(
  database: Database,
  businessId: string,
  input: TemplateInput,
): Promise<Template> {
  return withBusinessLock(database, businessId, input, async (tx, cleaned) => {
    if ((await countTemplates(tx)) >= maxTemplates) {
      throw new AppError(
        'VALIDATION_FAILED',
        `You can keep at most ${maxTemplates} templates. Please remove one that you no longer need.`,
      )
    }
    return addTemplate(tx, businessId, cleaned)
  })
}

export function updateTemplate(
  database: Database,
  businessId: string,
  { id, body, log }: { id: string; body: BodyOf<typeof updateContract>; log: Logger },
): Promise<Template> {
  const { updatedAt, ...input } = body
  return withBusinessLock(database, businessId, input, async (tx, cleaned) => {
    const current = await getTemplateRow(tx, id)
    if (current.updatedAt.toISOString() !== updatedAt) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This template has been changed elsewhere in the meantime. Reload it to see the latest version.',
      )
    }
    const changed = await changeTemplate(tx, id, cleaned)
    await removeUnusedLogos(tx, businessId, log)
    return changed
  })
}

/** Checks the input and runs `save` while no other request changes the templates, so that their count is up to date. */
async function withBusinessLock(
  database: Database,
  businessId: string,
  input: TemplateInput,
  save: (tx: Transaction, cleaned: TemplateInput) => Promise<TemplateRow>,
): Promise<Template> {
  assertValidTotals(input)
  try {
    return await withTenant(database, businessId, async (tx) => {
      await lockOwnBusiness(tx)
      await assertPlanHasTemplates(tx, 'Invoice templates are part of the Pro plan.')
      const content = await withoutUnknownClient(tx, await withoutDeletedLogo(tx, input.content))
      return toTemplate(tx, await save(tx, { ...input, content }))
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'invoice_templates_name')) throw error
    const message = 'You have a template with this name already.'
    throw new AppError('NAME_TAKEN', message, { fields: { name: message }, cause: error })
  }
}

function assertValidTotals({ content }: TemplateInput): void {
  const result = calculateTotals(content.charge)
  if (result.ok) return
  const { field, message } = totalsProblems[result.reason]
  throw new AppError('VALIDATION_FAILED', message, { fields: { [`content.${field}`]: message } })
}
