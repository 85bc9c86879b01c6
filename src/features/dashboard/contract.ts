import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'
import { otherCurrencySchema, sumSchema } from '../figures/contract.ts'

const tag = 'Dashboard'
const dateSchema = z.iso.date()
const momentSchema = z.iso.datetime()
/** The other currencies in the amount beside it, as in a sum. */
const otherSchema = z.array(otherCurrencySchema)

const invoiceSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  clientName: z.string(),
  dueDate: dateSchema,
  openMinor: z.int(),
  /** Its own currency, as for everything in these lists. */
  currency: z.string(),
})

const expenseSchema = z.strictObject({
  id: z.uuid(),
  date: dateSchema,
  category: z.string(),
  notes: z.string(),
  amountMinor: z.int(),
  currency: z.string(),
})

/** The most urgent items of a kind, and the total count. */
const some = <S extends z.ZodType>(item: S) => z.strictObject({ items: z.array(item), count: z.int() })

/** What needs the owner's attention, most urgent first. */
const needsSchema = z.strictObject({
  /** Disputed payments that need evidence, nearest deadline first. */
  disputes: some(
    z.strictObject({
      id: z.uuid(),
      /** Null if the invoice has since been deleted. */
      invoiceId: z.uuid().nullable(),
      invoiceNumber: z.string(),
      clientName: z.string().nullable(),
      amountMinor: z.int(),
      currency: z.string(),
      evidenceDueAt: momentSchema.nullable(),
      /** The page to submit the evidence. */
      url: z.string(),
    }),
  ),
  /** Longest overdue first. */
  overdue: some(
    invoiceSchema.extend({
      /** The address for reminders. */
      clientEmail: z.string(),
      /** Null if no reminder was sent. */
      remindedAt: momentSchema.nullable(),
      /** False if the invoice was never sent or nothing is open. */
      canRemind: z.boolean(),
      /** While a payment is disputed, no reminders are sent. */
      isDisputed: z.boolean(),
      /** Whether another automatic reminder is scheduled. */
      isReminderPlanned: z.boolean(),
    }),
  ),
  /** Due today or in the six days after it. */
  dueSoon: some(invoiceSchema),
  /** Expenses dated in the seven days after today. */
  bills: some(expenseSchema),
  /** Banks that need an action of the owner, or that ended the access. */
  banks: some(
    z.strictObject({
      id: z.uuid(),
      institutionName: z.string(),
      need: z.enum(['signIn', 'ended', 'expiring', 'accountRevoked', 'newAccounts']),
      /** When the access ends; null if it does not end. */
      endsAt: momentSchema.nullable(),
    }),
  ),
  /** Mails to clients that failed within 30 days, unless a later one was sent; at most 100. */
  failedMails: some(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['invoice', 'receipt', 'reminder', 'refund', 'credit-note', 'statement']),
      /** The invoice that it is about; null for a statement. */
      invoiceId: z.uuid().nullable(),
      invoiceNumber: z.string().nullable(),
      /** For a statement, the client; otherwise null. */
      clientId: z.uuid().nullable(),
      clientName: z.string(),
      to: z.string(),
      at: momentSchema,
    }),
  ),
  /** Clients who wrote a message or asked for other details, newest first. */
  clientNews: some(
    z.strictObject({
      /** The id of the client. */
      id: z.uuid(),
      companyName: z.string(),
      kind: z.enum(['message', 'proposal']),
      at: momentSchema,
    }),
  ),
  /** A trial that ends within seven days. */
  trial: z.strictObject({ plan: z.enum(['pro', 'enterprise']), endsAt: momentSchema }).nullable(),
})
export type Needs = z.infer<typeof needsSchema>

export const firstStepNames = ['details', 'invoice', 'expense', 'bank'] as const
const firstStepsSchema = z.record(z.enum(firstStepNames), z.boolean())
export type FirstSteps = z.infer<typeof firstStepsSchema>

export const getDashboard = endpoint({
  method: 'get',
  path: '/api/v1/dashboard',
  access: { permission: 'reports.read' },
  tag,
  summary: 'What the business has, what it is owed and what it has to pay',
  response: z.strictObject({
    today: dateSchema,
    /** The home currency, in which all sums are. */
    currency: z.string(),
    plan: z.enum(['free', 'pro', 'enterprise']),
    /** Whether there is no data yet: no invoices, payments, expenses or bank accounts. */
    isEmpty: z.boolean(),
    /**
     * The balance of the connected cash accounts. Without one, payments received minus expenses up to today.
     * Loans and investments never count. `afterCardsMinor` deducts what is owed on credit cards; null if no
     * card or no cash account is connected.
     */
    cashBalance: z.strictObject({
      minor: z.int(),
      other: otherSchema,
      from: z.enum(['banks', 'ledger']),
      afterCardsMinor: z.int().nullable(),
      afterCardsOther: otherSchema,
    }),
    owed: sumSchema,
    overdue: sumSchema,
    upcoming: sumSchema,
    /** Expenses of the current month, including its future days. */
    spentInMonth: sumSchema,
    /** Owed minus spent in the month. */
    netMinor: z.int(),
    netOther: otherSchema,
    /** Payments minus refunds of all time, and the number of paid invoices. */
    received: sumSchema,
    /** The part of that from test payments, which moved no money. */
    tests: sumSchema,
    /** What movements in other currencies gained between the issue date of their invoice and their day, of all time. */
    exchangeGains: sumSchema,
    /** The last six months, the current one last. */
    months: z
      .array(
        z.strictObject({
          /** The first day of the month. */
          month: dateSchema,
          /** Payments minus refunds. */
          inMinor: z.int(),
          inOther: otherSchema,
          /** The part of it from test payments. */
          testMinor: z.int(),
          outMinor: z.int(),
          outOther: otherSchema,
        }),
      )
      .length(6),
    banks: z.strictObject({
      /** Connected accounts of every kind. */
      accounts: z.int(),
      cashAccounts: z.int(),
      cashMinor: z.int(),
      cashOther: otherSchema,
      cards: z.int(),
      /** Negative if more was paid than owed. */
      cardsOwedMinor: z.int(),
      cardsOwedOther: otherSchema,
      /** Whether the demo bank, whose money is fictional, is connected. */
      hasDemo: z.boolean(),
      /** The oldest time at which a cash balance was reported; null if none was. */
      asOf: momentSchema.nullable(),
    }),
    needs: needsSchema,
    /** Which steps are done; null once all are done or the owner has hidden them. */
    firstSteps: firstStepsSchema.nullable(),
    /** The unpaid invoices that are due first, and the latest expenses up to today. */
    openInvoices: z.array(invoiceSchema),
    latestExpenses: z.array(expenseSchema),
  }),
})
export type Dashboard = z.infer<typeof getDashboard.response>

export const hideFirstSteps = endpoint({
  method: 'post',
  path: '/api/v1/dashboard/first-steps/hide',
  access: { permission: 'settings.write' },
  tag,
  summary: 'Hide the first steps',
})
