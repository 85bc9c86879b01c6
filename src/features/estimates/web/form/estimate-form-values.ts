import type { Resolver } from 'react-hook-form'
import { z } from 'zod'
import type { FieldErrors } from '../../../../shared/errors.ts'
import { resolverOf } from '../../../../web/forms/form-resolver.ts'
import type { Logo } from '../../../business/contract.ts'
import type { InvoiceDocument } from '../../../invoices/contract.ts'
import { checkContentForm } from '../../../invoices/web/form/check-content-form.ts'
import {
  type DatelessValues,
  datelessValuesOf,
  formPath,
  toInvoiceContent,
} from '../../../invoices/web/form/content-values.ts'
import { contentShape } from '../../../invoices/web/form/draft-schema.ts'
import { type PreviewFacts, laterDay, previewDocument } from '../../../invoices/web/form/preview-document.ts'
import { type Estimate, type EstimateInput, estimateInputSchema } from '../../contract.ts'
import { defaultValidUntil } from '../../rules.ts'

/** The values of the form of an estimate. Numbers and invalid dates are kept as typed. */
export interface EstimateFormValues extends DatelessValues {
  issueDate: string | null
  validUntil: string | null
  sendOption: EstimateInput['sendOption']
}

export const estimateDraftSchema: z.ZodType<EstimateFormValues> = z.object({
  ...contentShape,
  dueInDays: z.string(),
  issueDate: z.string().nullable(),
  validUntil: z.string().nullable(),
  sendOption: z.enum(['email_now', 'email_later']),
})

/** Converts the form values to the request, without validating it. */
export function toEstimateInput(values: EstimateFormValues): EstimateInput {
  return {
    content: toInvoiceContent(values),
    issueDate: values.issueDate ?? '',
    validUntil: values.validUntil ?? '',
    sendOption: values.sendOption,
  }
}

export function newEstimateValues(content: DatelessValues, today: string): EstimateFormValues {
  return { ...content, issueDate: today, validUntil: defaultValidUntil(today), sendOption: 'email_now' }
}

export function estimateValuesOf(
  { content, issueDate, validUntil, sendOption }: EstimateInput,
  logo: Logo | null,
): EstimateFormValues {
  return { ...datelessValuesOf(content, logo), issueDate, validUntil, sendOption }
}

/** Validates the form as the server does. Returns one message per invalid field. */
export function checkEstimateForm(values: EstimateFormValues): FieldErrors {
  return checkContentForm(values, estimateInputSchema.safeParse(toEstimateInput(values)), formPath)
}

export const estimateFormResolver: Resolver<EstimateFormValues> = resolverOf(checkEstimateForm)

/** The estimate as the client will see it, with placeholders for what is missing. */
export function previewEstimate(values: EstimateFormValues, facts: PreviewFacts): InvoiceDocument {
  const { validUntil, issueDate } = values
  const document = previewDocument({ ...values, dueDate: issueDate }, facts)
  const until = laterDay(validUntil, document.issueDate)
  return { ...document, lateFeeTerms: null, estimate: { validUntil: until, status: 'open', accepted: null } }
}

/** Whether the created estimate has the values of the form. It differs if an earlier try created it. */
export function matchesForm(created: Estimate, values: EstimateFormValues): boolean {
  const { content, issueDate, validUntil, sendOption } = created
  const [stored, expected] = [{ content, issueDate, validUntil, sendOption }, toEstimateInput(values)].map(
    (input) => {
      const parsed = estimateInputSchema.parse(input)
      // The server determines the id of the client.
      const client = { ...parsed.content.client, id: null }
      return JSON.stringify({ ...parsed, content: { ...parsed.content, client } })
    },
  )
  return stored === expected
}
