/** The size of one file, and how many rows it may have below its header. */
export const maxDataFileBytes = 20 * 1024 * 1024
export const dataFileTooLargeText = 'This file is larger than 20 MB. Please split it into smaller files.'
export const maxDataRows = 10_000

/** The page knows the refusal by it, and links to where such a file belongs. */
export const bankStatementText = 'This looks like a bank statement. Import it under Transactions.'

/** How many files a business can send in a day. */
export const maxFilesPerDay = 200

/** Shown where the plan does not include imports. */
export const dataImportPlanText = 'Importing data is part of the Pro plan.'

export const dataKinds = ['clients', 'invoices', 'expenses'] as const
export type DataKind = (typeof dataKinds)[number]

/** Programs whose exports are known. `millrace` is the own form, `other` any other table. */
export const dataSources = {
  freshbooks: 'FreshBooks',
  quickbooks: 'QuickBooks',
  wave: 'Wave',
  xero: 'Xero',
  stripe: 'Stripe',
  'invoice-ninja': 'Invoice Ninja',
  millrace: 'Millrace template',
  other: 'Another program',
} as const
export type DataSource = keyof typeof dataSources
export const dataSourceNames = Object.keys(dataSources) as [DataSource, ...DataSource[]]

interface Field {
  /** On the page, in messages, and the column of the own form. */
  label: string
  required?: true
  /** Not a column of the own form: exports of other programs have it. */
  foreign?: true
}

const address = {
  address: { label: 'Address' },
  address2: { label: 'Address line 2', foreign: true },
  city: { label: 'City', foreign: true },
  region: { label: 'State or region', foreign: true },
  postalCode: { label: 'Postal code', foreign: true },
} as const satisfies Record<string, Field>

/** What a column of a file can mean. */
export const dataFields = {
  clients: {
    companyName: { label: 'Client', required: true },
    contactName: { label: 'Contact' },
    firstName: { label: 'First name', foreign: true },
    lastName: { label: 'Last name', foreign: true },
    email: { label: 'Email', required: true },
    phone: { label: 'Phone' },
    ...address,
    country: { label: 'Country' },
    currency: { label: 'Currency' },
    taxId: { label: 'Tax number' },
  },
  invoices: {
    number: { label: 'Invoice number', required: true },
    clientName: { label: 'Client', required: true },
    clientEmail: { label: 'Client email' },
    issueDate: { label: 'Issue date', required: true },
    dueDate: { label: 'Due date' },
    currency: { label: 'Currency' },
    status: { label: 'Status' },
    item: { label: 'Item', foreign: true },
    description: { label: 'Description' },
    quantity: { label: 'Quantity' },
    price: { label: 'Price' },
    discountRate: { label: 'Line discount (%)', foreign: true },
    lineNet: { label: 'Line amount without tax', foreign: true },
    lineTotal: { label: 'Line amount with tax', foreign: true },
    taxName: { label: 'Tax' },
    taxRate: { label: 'Tax rate (%)' },
    taxAmount: { label: 'Tax of the line', foreign: true },
    tax2Name: { label: 'Second tax', foreign: true },
    tax2Rate: { label: 'Second tax rate (%)', foreign: true },
    tax2Amount: { label: 'Second tax of the line', foreign: true },
    subtotal: { label: 'Subtotal', foreign: true },
    discount: { label: 'Discount' },
    totalTax: { label: 'Tax of the invoice', foreign: true },
    total: { label: 'Total' },
    paid: { label: 'Paid' },
    balance: { label: 'Balance', foreign: true },
    paidDate: { label: 'Paid on' },
    method: { label: 'Payment method' },
    purchaseOrder: { label: 'Purchase order' },
    notes: { label: 'Notes' },
    type: { label: 'Type of the row', foreign: true },
  },
  expenses: {
    date: { label: 'Date', required: true },
    amount: { label: 'Amount', required: true },
    currency: { label: 'Currency' },
    category: { label: 'Category' },
    vendor: { label: 'Vendor' },
    notes: { label: 'Notes' },
    tax: { label: 'Tax' },
    number: { label: 'Number', foreign: true },
    type: { label: 'Type of the row', foreign: true },
  },
} as const satisfies Record<DataKind, Record<string, Field>>

export type FieldOf<Kind extends DataKind> = keyof (typeof dataFields)[Kind] & string
export type AnyField = { [Kind in DataKind]: FieldOf<Kind> }[DataKind]

export function fieldsOf(kind: DataKind): [AnyField, Field][] {
  return Object.entries(dataFields[kind]) as [AnyField, Field][]
}

export function labelOf(kind: DataKind, field: AnyField): string {
  return fieldsOf(kind).find(([name]) => name === field)?.[1].label ?? field
}

const singular: Record<DataKind, string> = { clients: 'client', invoices: 'invoice', expenses: 'expense' }

/** "1 client", "312 invoices" */
export function countText(count: number, kind: DataKind): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? singular[kind] : kind}`
}

/** A row that is here already can be imported all the same if it is an expense: two can be equal. */
export function isChoosable(state: 'good' | 'error' | 'existing' | 'left_out', kind: DataKind): boolean {
  return state === 'good' || (state === 'existing' && kind === 'expenses')
}

/** "Row 14, Due date: “31/02/2026” is not a date." */
export function problemText({ row, column, text }: { row: number; column: string; text: string }): string {
  return `Row ${row}${column === '' ? '' : `, ${column}`}: ${text}`
}

/** What undoing an import has left, and why. Null if it removed everything. */
export function keptText(kept: number): string | null {
  if (kept === 0) return null
  return kept === 1
    ? '1 record was changed or used since, so it was kept.'
    : `${kept.toLocaleString('en-US')} records were changed or used since, so they were kept.`
}
