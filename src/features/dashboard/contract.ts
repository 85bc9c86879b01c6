import { z } from 'zod'
import { endpoint } from '../../shared/endpoint.ts'

const tag = 'Dashboard'
const dateSchema = z.iso.date()
const momentSchema = z.iso.datetime()
const sumSchema = z.strictObject({ cents: z.int(), count: z.int() })

const invoiceSchema = z.strictObject({
  id: z.uuid(),
  number: z.string(),
  clientName: z.string(),
  dueDate: dateSchema,
  openCents: z.int(),
})

const expenseSchema = z.strictObject({
  id: z.uuid(),
  date: dateSchema,
  category: z.string(),
  notes: z.string(),
  amountCents: z.int(),
})

/** The most urgent of a kind, and how many there are of it. */
const some = <S extends z.ZodType>(item: S) => z.strictObject({ items: z.array(item), count: z.int() })

/** What waits for the owner, the most urgent first. */
const needsSchema = z.strictObject({
  /** Disputed payments for which the bank waits for evidence, the nearest deadline first. */
  disputes: some(
    z.strictObject({
      id: z.uuid(),
      /** Null when the invoice has been deleted since. */
      invoiceId: z.uuid().nullable(),
      invoiceNumber: z.string(),
      clientName: z.string().nullable(),
      amountCents: z.int(),
      evidenceDueAt: momentSchema.nullable(),
      /** Where the evidence is sent. */
      url: z.string(),
    }),
  ),
  /** The longest overdue first. */
  overdue: some(
    invoiceSchema.extend({
      /** Where a reminder goes. */
      clientEmail: z.string(),
      /** Null when none was sent. */
      remindedAt: momentSchema.nullable(),
      /** False for one that was never sent, or has nothing to pay: there is nothing to remind of. */
      canRemind: z.boolean(),
      /** While a payment is disputed nobody is reminded. */
      isDisputed: z.boolean(),
      /** Whether another reminder goes out by itself. */
      isReminderPlanned: z.boolean(),
    }),
  ),
  /** Due today or in the six days after it. */
  dueSoon: some(invoiceSchema),
  /** Expenses dated in the seven days after today. */
  bills: some(expenseSchema),
  /** Banks that want something of their owner, or that ended the access. */
  banks: some(
    z.strictObject({
      id: z.uuid(),
      institutionName: z.string(),
      need: z.enum(['signIn', 'ended', 'expiring', 'accountRevoked', 'newAccounts']),
      /** When the access ends; null where nothing ends. */
      endsAt: momentSchema.nullable(),
    }),
  ),
  /**
   * Mails to clients that could not be delivered, of the last 30 days, unless one of the same kind went out since. Counted
   * up to 100.
   */
  failedMails: some(
    z.strictObject({
      id: z.uuid(),
      kind: z.enum(['invoice', 'receipt', 'reminder', 'refund']),
      invoiceId: z.uuid(),
      invoiceNumber: z.string(),
      clientName: z.string(),
      to: z.string(),
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
  access: 'user',
  tag,
  summary: 'What a business has, what it is owed and what it must pay',
  response: z.strictObject({
    today: dateSchema,
    plan: z.enum(['free', 'pro', 'enterprise']),
    /** Whether nothing was written down yet: no invoice, no payment, no expense, no account. */
    isEmpty: z.boolean(),
    /**
     * In the connected accounts that hold cash; without one, what was received less what was spent up to today. Loans and
     * investments never count. `afterCardsCents` has what is owed on credit cards taken off; null where no card or no
     * cash account is connected.
     */
    cashBalance: z.strictObject({
      cents: z.int(),
      from: z.enum(['banks', 'ledger']),
      afterCardsCents: z.int().nullable(),
    }),
    owed: sumSchema,
    overdue: sumSchema,
    upcoming: sumSchema,
    /** Expenses of the current month, its later days included. */
    spentInMonth: sumSchema,
    /** Owed less spent in the month. */
    netCents: z.int(),
    /** Payments less refunds, of all time, and how many invoices are paid. */
    received: sumSchema,
    /** What of that came by test payments, which moved no money. */
    tests: sumSchema,
    /** The current month last, and the five before it. */
    months: z
      .array(
        z.strictObject({
          /** Its first day. */
          month: dateSchema,
          /** Payments less refunds. */
          inCents: z.int(),
          /** What of it came by test payments. */
          testCents: z.int(),
          outCents: z.int(),
        }),
      )
      .length(6),
    banks: z.strictObject({
      /** Connected, of every kind. */
      accounts: z.int(),
      cashAccounts: z.int(),
      cashCents: z.int(),
      cards: z.int(),
      /** Below 0 when more was paid than owed. */
      cardsOwedCents: z.int(),
      /** Whether the demo bank is among them, whose money is made up. */
      hasDemo: z.boolean(),
      /** The oldest of the moments at which the cash balances were told; null when none was. */
      asOf: momentSchema.nullable(),
    }),
    needs: needsSchema,
    /** Which are done; null once all are, or when their owner has hidden them. */
    firstSteps: firstStepsSchema.nullable(),
    /** Those not paid that are due first, and the expenses with the latest date up to today. */
    openInvoices: z.array(invoiceSchema),
    latestExpenses: z.array(expenseSchema),
  }),
})
export type Dashboard = z.infer<typeof getDashboard.response>

export const hideFirstSteps = endpoint({
  method: 'post',
  path: '/api/v1/dashboard/first-steps/hide',
  access: 'user',
  tag,
  summary: 'Show the first steps no more',
})
