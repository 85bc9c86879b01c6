import { countries } from '../../../shared/countries.ts'
import type { PortalDetails } from '../contract.ts'

export const detailLabels: Record<keyof PortalDetails, string> = {
  name: 'Company name',
  contactName: 'Contact name',
  email: 'Email',
  phone: 'Phone',
  address: 'Address',
  country: 'Country',
  taxId: 'Tax number',
}

const shown = (field: keyof PortalDetails, value: string) =>
  field === 'country' ? (countries.find(({ code }) => code === value)?.name ?? value) : value

export interface DetailChange {
  field: keyof PortalDetails
  label: string
  from: string
  to: string
}

/** What differs between two versions of the details, in the order of the form. */
export function changedDetails(before: PortalDetails, after: PortalDetails): DetailChange[] {
  return (Object.keys(detailLabels) as (keyof PortalDetails)[])
    .filter((field) => before[field] !== after[field])
    .map((field) => ({
      field,
      label: detailLabels[field],
      from: shown(field, before[field]),
      to: shown(field, after[field]),
    }))
}
