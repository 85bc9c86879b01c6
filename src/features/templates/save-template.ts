import type { Logger } from 'pino'
import type { Database } from '../../platform/db/connect.ts'
import { type Transaction, withTenant } from '../../platform/db/transaction.ts'
import { isUniqueViolation } from '../../platform/db/violations.ts'
import type { BodyOf } from '../../shared/endpoint.ts'
import { AppError } from '../../shared/errors.ts'
import { lockOwnBusiness } from '../business/queries.ts'
import { removeUnusedLogos } from '../business/remove-unused-logos.ts'
import { calculateTotals, totalsProblems } from '../invoices/document/totals-rules.ts'
import { assertOpensTemplates } from './assert-opens.ts'
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
  withoutLostLogo,
  withoutUnknownClient,
} from './queries.ts'
import { toTemplate } from './read-templates.ts'

type Written = BodyOf<typeof createContract>

export function createTemplate(database: Database, businessId: string, written: Written): Promise<Template> {
  return inTurn(database, businessId, written, async (tx, kept) => {
    if ((await countTemplates(tx)) >= maxTemplates) {
      throw new AppError(
        'VALIDATION_FAILED',
        `You can keep at most ${maxTemplates} templates. Please remove one that you no longer need.`,
      )
    }
    return addTemplate(tx, businessId, kept)
  })
}

export function updateTemplate(
  database: Database,
  businessId: string,
  { id, written, log }: { id: string; written: BodyOf<typeof updateContract>; log: Logger },
): Promise<Template> {
  const { updatedAt, ...input } = written
  return inTurn(database, businessId, input, async (tx, kept) => {
    const current = await getTemplateRow(tx, id)
    if (current.updatedAt.toISOString() !== updatedAt) {
      throw new AppError(
        'CHANGED_ELSEWHERE',
        'This template has been changed elsewhere in the meantime. Reload it to see the latest version.',
      )
    }
    const changed = await changeTemplate(tx, id, kept)
    await removeUnusedLogos(tx, businessId, log)
    return changed
  })
}

/** One after the other, so that each sees how many there are after the one before. */
async function inTurn(
  database: Database,
  businessId: string,
  written: Written,
  save: (tx: Transaction, kept: Written) => Promise<TemplateRow>,
): Promise<Template> {
  assertAddsUp(written)
  try {
    return await withTenant(database, businessId, async (tx) => {
      await lockOwnBusiness(tx)
      await assertOpensTemplates(tx, 'Invoice templates are part of the Pro plan.')
      const content = await withoutUnknownClient(tx, await withoutLostLogo(tx, written.content))
      return toTemplate(tx, await save(tx, { ...written, content }))
    })
  } catch (error) {
    if (!isUniqueViolation(error, 'invoice_templates_name')) throw error
    const message = 'You have a template with this name already.'
    throw new AppError('NAME_TAKEN', message, { fields: { name: message }, cause: error })
  }
}

function assertAddsUp({ content }: Written): void {
  const result = calculateTotals(content.charge)
  if (result.ok) return
  const { field, message } = totalsProblems[result.reason]
  throw new AppError('VALIDATION_FAILED', message, { fields: { [`content.${field}`]: message } })
}
