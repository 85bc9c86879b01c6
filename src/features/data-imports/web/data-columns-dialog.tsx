import { type FormEvent, useId, useState } from 'react'
import { FormDialog } from '../../../web/forms/form-dialog.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Select } from '../../../web/ui/fields/select.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import type { DataPreview } from '../contract.ts'
import { type DataKind, dataKinds, fieldsOf } from '../rules.ts'

type Choices = DataPreview['choices']

interface DataColumnsDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  preview: DataPreview
  busy: boolean
  problem: string | undefined
  /** Rejects if the file cannot be read so. */
  onChoose: (choices: Choices) => Promise<unknown>
}

/** Says what the rows are, and which column has which field. */
export function DataColumnsDialog(props: DataColumnsDialogProps) {
  const { open, onOpenChange, preview, busy, problem, onChoose } = props
  const formId = useId()
  return (
    <FormDialog
      size="lg"
      open={open}
      onOpenChange={onOpenChange}
      title="Choose the columns"
      description="Say what the rows are and which column has what."
      formId={formId}
      submitLabel="Use these columns"
      busy={busy}
      busyLabel="Reading..."
    >
      <div className="flex flex-col gap-4">
        {problem !== undefined && <Notice tone="error">{problem}</Notice>}
        <ColumnsForm
          id={formId}
          preview={preview}
          onSubmit={(choices) => {
            onChoose(choices).then(
              () => onOpenChange(false),
              () => undefined,
            )
          }}
        />
      </div>
    </FormDialog>
  )
}

interface ColumnsFormProps {
  id: string
  preview: DataPreview
  onSubmit: (choices: Choices) => void
}

const kindNames: Record<DataKind, string> = { clients: 'Clients', invoices: 'Invoices', expenses: 'Expenses' }

function ColumnsForm({ id, preview, onSubmit }: ColumnsFormProps) {
  const [kind, setKind] = useState(preview.import.kind)
  const [columns, setColumns] = useState(preview.columns)

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const { dates, decimals } = preview.choices
    const known = new Set<string>(fieldsOf(kind).map(([field]) => field))
    const chosen = Object.fromEntries(Object.entries(columns).filter(([field]) => known.has(field)))
    const isOther = kind !== preview.import.kind && Object.keys(chosen).length < 2
    // For another kind the columns are found once more.
    onSubmit({ kind, dates, decimals, ...(!isOther && { columns: chosen }) })
  }

  return (
    <form id={id} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field label="The rows are">
        <Select value={kind} onChange={(event) => setKind(event.target.value as DataKind)}>
          {dataKinds.map((each) => (
            <option key={each} value={each}>
              {kindNames[each]}
            </option>
          ))}
        </Select>
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {fieldsOf(kind).map(([field, { label, required = false }]) => (
          <Field key={field} label={label} required={required} optional={!required}>
            <Select
              value={columns[field] ?? ''}
              onChange={(event) => {
                const { [field]: _, ...others } = columns
                const { value } = event.target
                setColumns(value === '' ? others : { ...others, [field]: Number(value) })
              }}
            >
              <option value="">No column</option>
              {preview.header.map((name, n) => (
                // oxlint-disable-next-line react/no-array-index-key -- two columns may have the same name
                <option key={n} value={n}>
                  {columnName(preview, n, name)}
                </option>
              ))}
            </Select>
          </Field>
        ))}
      </div>
    </form>
  )
}

/** "Total (125.00)": with an example, because labels alone say little. */
function columnName({ sample }: DataPreview, n: number, name: string): string {
  const example = sample.map((row) => row[n]?.trim() ?? '').find((cell) => cell !== '')
  const label = name || `Column ${n + 1}`
  return example === undefined ? label : `${label} (${example.slice(0, 30)})`
}
