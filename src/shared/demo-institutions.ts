/** The demo banks that the connect dialog offers. */
export const demoInstitutions = {
  chase: 'Chase',
  bofa: 'Bank of America',
  wells: 'Wells Fargo',
  citi: 'Citi',
  capital_one: 'Capital One',
  us_bank: 'US Bank',
} as const
export type DemoInstitution = keyof typeof demoInstitutions
export const demoInstitutionIds = Object.keys(demoInstitutions) as DemoInstitution[]
