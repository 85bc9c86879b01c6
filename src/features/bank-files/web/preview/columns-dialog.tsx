import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { FormDialog } from '../../../../web/forms/form-dialog.tsx'
import { Checkbox } from '../../../../web/ui/fields/checkbox.tsx'
import { FieldGroup } from '../../../../web/ui/fields/field-group.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Segmented } from '../../../../web/ui/fields/segmented.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { Notice } from '../../../../web/ui/notice.tsx'
import type { BankFilePreview } from '../../contract.ts'
import {
  type ColumnForm,
  type ColumnProblems,
  chosenColumns,
  columnForm,
  columnNames,
} from './column-form.ts'

type Table = NonNullable<BankFilePreview['table']>
type Columns = BankFilePreview['choices']['columns']

interface ColumnsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  table: Table
  /** Those that are in use. */
  columns: Columns
  busy: boolean
  problem: string | undefined
  /** Rejects if the file cannot be read with these columns. */
  onChoose: (columns: Columns) => Promise<unknown>
}

export function ColumnsDialog(props: ColumnsDialogProps) {
  const { open, onOpenChange, table, columns, busy, problem, onChoose } = props
  const formId = useId()
  const [isSent, setIsSent] = useState(false)
  return (
    <FormDialog
      size="lg"
      open={open}
      onOpenChange={(next) => {
        setIsSent(false)
        onOpenChange(next)
      }}
      title="Choose the columns"
      description={
        <>
          Say what each column of{' '}
          {table.fileName === null ? (
            'the file'
          ) : (
            <span className="own-words wrap-anywhere">{table.fileName}</span>
          )}{' '}
          is. The first rows are shown below.
        </>
      }
      formId={formId}
      submitLabel="Use these columns"
      busy={busy}
      busyLabel="Reading..."
    >
      <div className="flex flex-col gap-4">
        {isSent && problem !== undefined && <Notice tone="error">{problem}</Notice>}
        <ColumnsForm
          id={formId}
          table={table}
          columns={columns}
          onChoose={(chosen) => {
            setIsSent(true)
            onChoose(chosen).then(
              () => onOpenChange(false),
              () => undefined,
            )
          }}
        />
        <FirstRows table={table} />
      </div>
    </FormDialog>
  )
}

interface ColumnsFormProps {
  id: string
  table: Table
  columns: Columns
  onChoose: (columns: Columns) => void
}

const amountOptions = [
  { value: 'one', label: 'Amounts in one column' },
  { value: 'two', label: 'In and out apart' },
] as const

function ColumnsForm({ id, table, columns, onChoose }: ColumnsFormProps) {
  const [form, setForm] = useState(() => columnForm(columns))
  const [problems, setProblems] = useState<ColumnProblems>({})
  const fields = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (Object.keys(problems).length > 0)
      fields.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [problems])
  const names = columnNames(table)
  const set = (values: Partial<ColumnForm>) => setForm({ ...form, ...values })

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const chosen = chosenColumns(form)
    setProblems('problems' in chosen ? chosen.problems : {})
    if ('columns' in chosen) onChoose(chosen.columns)
  }

  const choice = (label: string, name: 'date' | 'amount' | 'in' | 'out' | 'balance') => (
    <Field
      label={label}
      required={name !== 'balance'}
      optional={name === 'balance'}
      error={name === 'balance' ? undefined : problems[name]}
    >
      <Select
        value={form[name] ?? ''}
        onChange={(event) => set({ [name]: event.target.value === '' ? null : Number(event.target.value) })}
      >
        <option value="">{name === 'balance' ? 'No column' : 'Choose a column'}</option>
        {names.map((column, n) => (
          // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
          <option key={n} value={n}>
            {column}
          </option>
        ))}
      </Select>
    </Field>
  )

  return (
    <form ref={fields} id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        {choice('Date', 'date')}
        {choice('Balance', 'balance')}
      </div>
      <Segmented
        legend="Amounts"
        value={form.amounts}
        options={amountOptions}
        onValueChange={(amounts) => set({ amounts })}
        className="sm:w-fit"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        {form.amounts === 'one' ? (
          choice('Amount', 'amount')
        ) : (
          <>
            {choice('Money in', 'in')}
            {choice('Money out', 'out')}
          </>
        )}
      </div>
      <Field group label="Description" optional>
        <FieldGroup className="grid gap-x-4 sm:grid-cols-2">
          {names.map((column, n) => (
            <Checkbox
              // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
              key={n}
              label={<span className="own-words wrap-anywhere">{column}</span>}
              checked={form.description.includes(n)}
              onChange={(event) =>
                set({
                  description: event.target.checked
                    ? [...form.description, n]
                    : form.description.filter((chosen) => chosen !== n),
                })
              }
            />
          ))}
        </FieldGroup>
      </Field>
    </form>
  )
}

function FirstRows({ table }: { table: Table }) {
  const names = columnNames(table)
  return (
    // The focus is needed to scroll with the keyboard.
    /* oxlint-disable jsx-a11y/no-noninteractive-tabindex */
    <section
      tabIndex={0}
      aria-label="First rows of the file"
      className="overflow-x-auto rounded-lg border border-border"
    >
      <table className="text-xs">
        <thead>
          <tr className="border-b border-border text-left text-muted">
            {names.map((name, n) => (
              // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
              <th key={n} scope="col" className="px-3 py-2 font-medium whitespace-nowrap">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row, line) => (
            // oxlint-disable-next-line react/no-array-index-key -- two rows may be alike
            <tr key={line} className="border-b border-border last:border-b-0">
              {names.map((_, n) => (
                // oxlint-disable-next-line react/no-array-index-key -- the columns never change
                <td key={n} className="own-words max-w-48 truncate px-3 py-1.5 tabular-nums">
                  {row[n]}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
    /* oxlint-enable jsx-a11y/no-noninteractive-tabindex */
  )
}
