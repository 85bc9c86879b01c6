import { type SubmitEvent, useState } from 'react'
import type { RequestOf } from '../../../shared/endpoint.ts'
import { formatMoney } from '../../../shared/money.ts'
import { formatThousandths } from '../../../shared/thousandths.ts'
import { ApiError, messageOf } from '../../../web/api-client.ts'
import { FormMoneyInput } from '../../../web/forms/form-money-input.tsx'
import { lengthHint } from '../../../web/forms/length-hint.ts'
import { newRequestId } from '../../../web/forms/request-id.ts'
import { Checkbox } from '../../../web/ui/fields/checkbox.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Input } from '../../../web/ui/fields/input.tsx'
import { RadioGroup } from '../../../web/ui/fields/radio-group.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { Invoice } from '../../invoices/contract.ts'
import { type createCreditNote, maxReason } from '../contract.ts'
import { type Credit, type CreditLeft, leftToCredit } from '../credit-rules.ts'
import {
  type CreditNoteValues,
  creditNoteValues,
  creditableParts,
  outcomeText,
  readCreditNoteForm,
} from './credit-note-form.ts'

interface CreditNoteFieldsProps {
  formId: string
  invoice: Invoice
  earlier: readonly Credit[]
  create: (body: RequestOf<typeof createCreditNote>['body']) => Promise<unknown>
}

interface Problem {
  field: string
  message: string
}

export function CreditNoteFields(props: CreditNoteFieldsProps) {
  const { formId, create } = props
  // The state when the dialog opened: once the credit note is made, less is left.
  const [{ invoice, earlier }] = useState(props)
  // The same id for every attempt: if a response is lost, the credit note is still made only once.
  const [requestId] = useState(newRequestId)
  const [values, setValues] = useState(() => creditNoteValues(invoice))
  const [problem, setProblem] = useState<Problem>()
  const left = leftToCredit(invoice, earlier)
  const read = readCreditNoteForm(values, invoice, earlier)

  function change(changed: Partial<CreditNoteValues>) {
    setValues((before) => ({ ...before, ...changed }))
    setProblem(undefined)
  }

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    event.stopPropagation()
    if (!read.ok) {
      setProblem(read)
      event.currentTarget.querySelector<HTMLElement>(`[name="${read.field}"]`)?.focus()
      return
    }
    setProblem(undefined)
    const { reason, send } = values
    try {
      await create({ requestId, credit: read.choice, reason: reason.trim(), send })
    } catch (error) {
      const [field, message] = Object.entries(error instanceof ApiError ? error.fields : {})[0] ?? []
      setProblem({
        field: field?.replace('credit.', '') ?? '',
        message: message ?? messageOf(error, 'Please try again.'),
      })
    }
  }

  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined)
  const isPart = values.how === 'part'
  const isShownAtField =
    problem && ['amountMinor', 'reason', 'quantities'].includes(problem.field.split('.')[0] ?? '')
  return (
    <form
      id={formId}
      noValidate
      method="post"
      className="flex flex-col gap-5"
      onSubmit={(event) => void submit(event)}
    >
      {problem && !isShownAtField && (
        <Notice tone="error" title="The credit note was not created">
          {problem.message}
        </Notice>
      )}
      <Field group label="What to credit">
        <RadioGroup
          value={values.how}
          onValueChange={(how) => change({ how: how === 'part' ? 'part' : 'rest' })}
          options={[
            {
              value: 'rest',
              label: earlier.length > 0 ? 'All that is left' : 'The whole invoice',
              description: formatMoney(left.totalMinor, invoice),
            },
            {
              value: 'part',
              label: 'A part of it',
              description: invoice.charge.kind === 'amount' ? 'An amount' : 'Some lines or quantities',
            },
          ]}
        />
      </Field>
      {isPart && invoice.charge.kind === 'amount' && (
        <Field
          label="Amount"
          required
          hint={`At most ${formatMoney(left.totalMinor, invoice)}.`}
          error={errorOf('amountMinor')}
        >
          <FormMoneyInput
            name="amountMinor"
            format={invoice}
            value={values.amountMinor}
            onChange={(amountMinor) => change({ amountMinor })}
          />
        </Field>
      )}
      {isPart && invoice.charge.kind === 'lines' && (
        <PartFields invoice={invoice} left={left} values={values} change={change} errorOf={errorOf} />
      )}
      <output className="block text-sm font-medium text-foreground empty:hidden">
        {read.ok && outcomeText(invoice, read.credit)}
      </output>
      <Field
        label="Reason"
        optional
        hint={lengthHint(values.reason.trim().length, maxReason) ?? 'Your client sees it on the credit note.'}
        error={errorOf('reason')}
      >
        <Textarea
          name="reason"
          rows={2}
          value={values.reason}
          onChange={(event) => change({ reason: event.target.value })}
        />
      </Field>
      <Checkbox
        checked={values.send}
        onChange={(event) => change({ send: event.target.checked })}
        label={<span className="wrap-anywhere">Email it to {invoice.client.email}</span>}
      />
    </form>
  )
}

interface PartFieldsProps {
  invoice: Invoice
  left: CreditLeft
  values: CreditNoteValues
  change: (changed: Partial<CreditNoteValues>) => void
  errorOf: (field: string) => string | undefined
}

/** The quantity to credit of each line, and which fees. What is credited already is left out. */
function PartFields({ invoice, left, values, change, errorOf }: PartFieldsProps) {
  const { quantities, fees } = values
  const parts = creditableParts(invoice, left)
  return (
    <div className="flex flex-col gap-4">
      {parts.lines.map(({ key, line, description, most }) => (
        <Field
          key={key}
          label={<span className="own-words wrap-anywhere">{description}</span>}
          hint={`Quantity, at most ${formatThousandths(most, invoice.locale)}.`}
          error={errorOf(`quantities.${line}`)}
        >
          <Input
            name={`quantities.${line}`}
            inputMode="decimal"
            autoComplete="off"
            className="max-w-40"
            value={quantities[line] ?? ''}
            onChange={(event) => change({ quantities: quantities.with(line, event.target.value) })}
          />
        </Field>
      ))}
      {parts.fees.map(({ key, fee, description }) => (
        <Checkbox
          key={key}
          checked={fees[fee] ?? false}
          onChange={(event) => change({ fees: fees.with(fee, event.target.checked) })}
          label={<span className="own-words wrap-anywhere">{description}</span>}
        />
      ))}
    </div>
  )
}
