// The sentence that an invoice without tax carries, by the law of the sender's country. The owner may change it.
import { type Country, europeanUnion } from '../../../shared/countries.ts'
import type { TaxTreatment } from '../../clients/contract.ts'

interface TaxNotes {
  reverse_charge: string
  exempt: string
}

// Countries of the European Union, in their languages. Article 226 of Directive 2006/112/EC asks for these words.
const local: Record<Country, TaxNotes> = {
  AT: { reverse_charge: 'Übergang der Steuerschuld auf den Leistungsempfänger', exempt: 'Umsatzsteuerfrei' },
  BE: {
    reverse_charge: 'Btw verlegd / Autoliquidation',
    exempt: 'Vrijgesteld van btw / Exonéré de la TVA',
  },
  BG: { reverse_charge: 'Обратно начисляване', exempt: 'Освободено от ДДС' },
  CY: { reverse_charge: 'Αντίστροφη επιβάρυνση', exempt: 'Απαλλάσσεται από ΦΠΑ' },
  CZ: { reverse_charge: 'Daň odvede zákazník', exempt: 'Osvobozeno od DPH' },
  DE: { reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers', exempt: 'Umsatzsteuerfrei' },
  DK: { reverse_charge: 'Omvendt betalingspligt', exempt: 'Fritaget for moms' },
  EE: { reverse_charge: 'Pöördmaksustamine', exempt: 'Käibemaksuvaba' },
  ES: { reverse_charge: 'Inversión del sujeto pasivo', exempt: 'Operación exenta de IVA' },
  FI: { reverse_charge: 'Käännetty verovelvollisuus', exempt: 'Arvonlisäveroton' },
  FR: { reverse_charge: 'Autoliquidation', exempt: 'Exonéré de TVA' },
  GR: { reverse_charge: 'Αντίστροφη επιβάρυνση', exempt: 'Απαλλάσσεται από ΦΠΑ' },
  HR: { reverse_charge: 'Prijenos porezne obveze', exempt: 'Oslobođeno PDV-a' },
  HU: { reverse_charge: 'Fordított adózás', exempt: 'Áfamentes' },
  IT: { reverse_charge: 'Inversione contabile', exempt: 'Operazione esente da IVA' },
  LT: { reverse_charge: 'Atvirkštinis apmokestinimas', exempt: 'PVM neapmokestinama' },
  LU: { reverse_charge: 'Autoliquidation', exempt: 'Exonéré de TVA' },
  LV: { reverse_charge: 'Nodokļa apgrieztā maksāšana', exempt: 'Atbrīvots no PVN' },
  MT: { reverse_charge: 'Inverżjoni tal-ħlas', exempt: '' },
  NL: { reverse_charge: 'Btw verlegd', exempt: 'Vrijgesteld van btw' },
  PL: { reverse_charge: 'Odwrotne obciążenie', exempt: 'Zwolnione z VAT' },
  PT: { reverse_charge: 'IVA – autoliquidação', exempt: 'Isento de IVA' },
  RO: { reverse_charge: 'Taxare inversă', exempt: 'Scutit de TVA' },
  SE: { reverse_charge: 'Omvänd betalningsskyldighet', exempt: 'Undantag från skatteplikt' },
  SI: { reverse_charge: 'Obrnjena davčna obveznost', exempt: 'Oproščeno DDV' },
  SK: { reverse_charge: 'Prenesenie daňovej povinnosti', exempt: 'Oslobodené od DPH' },
}

const others: Record<Country, TaxNotes> = {
  AU: { reverse_charge: 'Reverse charge: GST is payable by the recipient', exempt: 'GST-free' },
  CA: {
    reverse_charge: 'Reverse charge: GST/HST to be accounted for by the recipient',
    exempt: 'Exempt from GST/HST',
  },
  CH: {
    reverse_charge: 'Steuerschuldnerschaft des Leistungsempfängers / Autoliquidation / Reverse charge',
    exempt: 'Von der Mehrwertsteuer befreit / Exonéré de la TVA / Exempt from VAT',
  },
  GB: { reverse_charge: 'Reverse charge: customer to account for the VAT', exempt: 'Exempt from VAT' },
  IN: { reverse_charge: 'Tax is payable on reverse charge: yes', exempt: 'Exempt from GST' },
  JP: {
    reverse_charge: 'Reverse charge: consumption tax to be accounted for by the recipient',
    exempt: 'Exempt from consumption tax',
  },
  NO: {
    reverse_charge: 'Omvendt avgiftsplikt: merverdiavgift ikke beregnet / Reverse charge',
    exempt: 'Unntatt fra merverdiavgift / Exempt from VAT',
  },
  NZ: {
    reverse_charge: 'Reverse charge: GST to be accounted for by the recipient',
    exempt: 'Exempt from GST',
  },
  SG: {
    reverse_charge: 'Reverse charge: GST to be accounted for by the recipient',
    exempt: 'Exempt from GST',
  },
  US: {
    reverse_charge: 'Reverse charge: tax to be accounted for by the recipient',
    exempt: 'Exempt from sales tax',
  },
  ZA: {
    reverse_charge: 'Reverse charge: VAT to be accounted for by the recipient',
    exempt: 'Exempt from VAT',
  },
}

const anywhere: TaxNotes = {
  reverse_charge: 'Reverse charge: tax to be accounted for by the recipient',
  exempt: 'Exempt from tax',
}
/** Also for Ireland, whose law is in English. */
const inEurope: TaxNotes = {
  reverse_charge:
    'Reverse charge: VAT to be accounted for by the recipient (Article 196, Directive 2006/112/EC)',
  exempt: 'Exempt from VAT',
}

/** The sentence for a client with this treatment, in the words of the sender's country; empty where tax is charged. */
export function taxNoteFor(country: Country, treatment: TaxTreatment): string {
  if (treatment === 'standard') return ''
  if (!europeanUnion.has(country)) return (others[country] ?? anywhere)[treatment]
  const words = local[country]?.[treatment]
  if (!words) return inEurope[treatment]
  return `${words} / ${treatment === 'exempt' ? 'Exempt from VAT' : 'Reverse charge'}`
}

/** Whether this is a sentence that was filled in for some country, rather than one that the owner wrote. */
export function isPrefilledNote(note: string): boolean {
  const countries = [...europeanUnion, ...Object.keys(others), '']
  return countries.some((country) =>
    (['exempt', 'reverse_charge'] as const).some((treatment) => taxNoteFor(country, treatment) === note),
  )
}
