import type { Resolver } from 'react-hook-form'
import type { FieldErrors as FieldMessages } from '../../../../shared/errors.ts'
import { resolverOf } from '../../../../web/forms/form-resolver.ts'
import { invoiceInputSchema } from '../../document/input-rules.ts'
import { checkContentForm } from './check-content-form.ts'
import { formPath } from './content-values.ts'
import { type InvoiceFormValues, toInvoiceInput } from './invoice-form-values.ts'

/** What is wrong with the form: one message for each of its fields, as the server would say it. */
export function checkInvoiceForm(values: InvoiceFormValues): FieldMessages {
  return checkContentForm(values, invoiceInputSchema.safeParse(toInvoiceInput(values)), formPath)
}

export const invoiceFormResolver: Resolver<InvoiceFormValues> = resolverOf(checkInvoiceForm)
