import { z } from 'zod'
import type { FieldErrors as FieldMessages } from '../../../shared/errors.ts'
import { resolverOf } from '../../../web/forms/form-resolver.ts'
import type { Logo } from '../../business/contract.ts'
import { checkContentForm } from '../../invoices/web/form/check-content-form.ts'
import {
  type DatelessValues,
  datelessValuesOf,
  formPath,
  toInvoiceContent,
} from '../../invoices/web/form/content-values.ts'
import { contentShape } from '../../invoices/web/form/draft-schema.ts'
import { type Template, createTemplate } from '../contract.ts'

export interface TemplateFormValues extends DatelessValues {
  name: string
}

export const templateDraftSchema: z.ZodType<TemplateFormValues> = z.object({
  ...contentShape,
  dueInDays: z.string(),
  name: z.string(),
})

/** Converts the form values to the request body, without validating it. */
export function toTemplateInput(values: TemplateFormValues) {
  return { name: values.name, content: toInvoiceContent(values) }
}

export function templateValuesOf({ name, content }: Template, logo: Logo | null): TemplateFormValues {
  return { ...datelessValuesOf(content, logo), name }
}

/** Validates the form as the server does. Returns one message per invalid field. */
export function checkTemplateForm(values: TemplateFormValues): FieldMessages {
  return checkContentForm(values, createTemplate.body.safeParse(toTemplateInput(values)), formPath)
}

export const templateFormResolver = resolverOf(checkTemplateForm)
