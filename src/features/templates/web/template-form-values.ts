import { z } from 'zod'

import type { FieldErrors as FieldMessages } from '../../../shared/errors.ts'
import type { Logo } from '../../business/contract.ts'
import { addDays } from '../../../shared/dates.ts'
import { dueDateFor } from '../../invoices/rules.ts'
import { checkContentForm, resolverOf } from '../../invoices/web/check-content-form.ts'
import {
  type DatelessValues,
  datelessValuesOf,
  formPath,
  toInvoiceContent,
} from '../../invoices/web/content-values.ts'
import { contentShape } from '../../invoices/web/unsaved-draft.ts'
import { type Template, createTemplate } from '../contract.ts'

export interface TemplateFormValues extends DatelessValues {
  name: string
}

export const templateDraftSchema: z.ZodType<TemplateFormValues> = z.object({
  ...contentShape,
  dueInDays: z.string(),
  name: z.string(),
})

/** What would be sent; not checked yet. */
export function toTemplateInput(values: TemplateFormValues) {
  return { name: values.name, content: toInvoiceContent(values) }
}

export function templateValuesOf({ name, content }: Template, logo: Logo | null): TemplateFormValues {
  return { ...datelessValuesOf(content, logo), name }
}

/** What is wrong with the form: one message for each of its fields, as the server would say it. */
export function checkTemplateForm(values: TemplateFormValues): FieldMessages {
  return checkContentForm(values, createTemplate.body.safeParse(toTemplateInput(values)), formPath)
}

export const templateFormResolver = resolverOf(checkTemplateForm)

/** The dates of the invoice that the preview shows: as if it were made today. */
export function previewDates(values: TemplateFormValues, today: string) {
  const days = toInvoiceContent(values).dueInDays ?? 0
  const dueDate = dueDateFor(values.paymentTerms, today) ?? addDays(today, Number.isNaN(days) ? 0 : days)
  return { issueDate: today, dueDate }
}
