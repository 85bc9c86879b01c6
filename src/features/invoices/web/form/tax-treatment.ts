import type { TaxTreatment } from '../../../clients/contract.ts'
import { isPrefilledNote, taxNoteFor } from '../../document/tax-note-rules.ts'
import type { ContentValues } from './content-values.ts'

export const untaxedTexts: Record<Exclude<TaxTreatment, 'standard'>, string> = {
  exempt: 'This client is tax exempt, so the invoice has no taxes.',
  reverse_charge: 'With reverse charge the client pays the tax, so the invoice has no taxes.',
}

/** Returns the sentence about tax for this treatment. One that the owner wrote stays. */
export function noteFor(
  { company, taxNote }: Pick<ContentValues, 'company' | 'taxNote'>,
  treatment: TaxTreatment,
): string {
  return taxNote.trim() === '' || isPrefilledNote(taxNote) ? taxNoteFor(company.country, treatment) : taxNote
}
