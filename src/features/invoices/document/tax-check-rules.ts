import { z } from 'zod'
import { checkTaxId } from '../../../shared/tax-ids.ts'
import type { TaxTreatment } from '../../clients/contract.ts'
import type { ChargeInput } from './charge-rules.ts'
import { whenValid } from './when-valid-rules.ts'

type Parties = Record<'company' | 'client', { country: string; taxId: string }>
interface Charged {
  client: { taxTreatment: TaxTreatment }
  charge: ChargeInput
}

/** Refuses tax numbers that are not of their country. */
const taxIdsFit = z.superRefine<Parties>(
  (input, context) => {
    for (const party of ['company', 'client'] as const) {
      const checked = checkTaxId(input[party].country, input[party].taxId)
      if ('taxId' in checked) continue
      context.addIssue({ code: 'custom', path: [party, 'taxId'], message: checked.message })
    }
  },
  whenValid('company.country', 'company.taxId', 'client.country', 'client.taxId'),
)

/** Writes tax numbers in the customary way. */
const taxIdsWritten = z.overwrite<Parties>((input) => ({
  ...input,
  company: { ...input.company, taxId: writtenTaxId(input.company) },
  client: { ...input.client, taxId: writtenTaxId(input.client) },
}))

function writtenTaxId({ country, taxId }: Parties['company']): string {
  const checked = checkTaxId(country, taxId)
  return 'taxId' in checked ? checked.taxId : taxId
}

/** Refuses taxes for a client who pays none. */
const untaxedHasNoTaxes = z.superRefine<Charged>(
  ({ client, charge }, context) => {
    if (client.taxTreatment === 'standard' || charge.kind === 'amount' || charge.taxes.length === 0) return
    const message =
      client.taxTreatment === 'exempt'
        ? 'This client is tax exempt, so the invoice can’t have taxes.'
        : 'With reverse charge the client pays the tax, so the invoice can’t have taxes.'
    context.addIssue({ code: 'custom', path: ['charge', 'taxes'], message })
  },
  whenValid('client.taxTreatment', 'charge'),
)

/** For `check` of an object with company, client and charge. */
export const taxChecks = [taxIdsFit, taxIdsWritten, untaxedHasNoTaxes] as const
