import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, Trash2 } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form'

import { Button } from '../../../web/ui/button.tsx'
import { classNames } from '../../../web/ui/class-names.ts'
import { Field } from '../../../web/ui/field.tsx'
import { Input } from '../../../web/ui/input.tsx'
import { Menu, MenuItem } from '../../../web/ui/menu.tsx'
import { MoneyInput } from '../../../web/ui/money-input.tsx'
import { summarizeCharge } from './charge-summary.ts'
import { centsText } from './charge-totals.tsx'
import { focusField } from './focus-field.ts'
import { type InvoiceFormValues, emptyCharge } from './invoice-form-values.ts'

/** Shared with the headings above the lines. */
export const lineColumns =
  '@2xl:grid @2xl:grid-cols-[1.5rem_minmax(0,1fr)_5rem_7.75rem_6.75rem_5.5rem] @2xl:items-start'

const cells = ['description', 'quantity', 'rateCents'] as const

interface LineItemProps {
  index: number
  count: number
  isDragged: boolean
  style: CSSProperties | undefined
  onDragStart: (event: PointerEvent<HTMLElement>) => void
  onMove: (to: number) => void
  onRemove: () => void
  /** Enter in the last field. */
  onFinish: () => void
}

export function LineItem(props: LineItemProps) {
  const { index, count, isDragged, style, onDragStart, onMove, onRemove, onFinish } = props
  const { register, control } = useFormContext<InvoiceFormValues>()
  const { errors } = useFormState({ control, name: `charge.lines.${index}` })
  const wrong = errors.charge?.lines?.[index]
  const label = `Line ${index + 1}`

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      onMove(event.key === 'ArrowUp' ? index - 1 : index + 1)
      return
    }
    // Enter goes on to the next field; it must not send an invoice that is half written.
    const { target, nativeEvent } = event
    const isPlain = !event.ctrlKey && !event.metaKey && !nativeEvent.isComposing
    if (event.key !== 'Enter' || !isPlain || !(target instanceof HTMLInputElement)) return
    event.preventDefault()
    const next = cells[cells.findIndex((cell) => target.name.endsWith(cell)) + 1]
    if (next) focusField(`charge.lines.${index}.${next}`)
    else onFinish()
  }

  return (
    <fieldset
      aria-label={label}
      style={style}
      className={classNames(
        'relative grid min-w-0 grid-cols-2 gap-3 rounded-lg border bg-surface p-3 pt-1 @md:grid-cols-[1.25rem_1fr_1fr_1fr_auto] @md:p-3',
        '@2xl:border-transparent @2xl:px-0 @2xl:py-1.5',
        lineColumns,
        isDragged ? 'border-border! shadow-float' : 'border-border',
      )}
    >
      <div className="col-span-2 -mb-1 flex items-center gap-1 @md:contents">
        <DragHandle onDragStart={onDragStart} />
        <span aria-hidden className="text-sm font-medium text-muted @md:hidden">
          {label}
        </span>
      </div>
      <Field
        label="Description"
        hideLabel="in-row"
        error={wrong?.description?.message}
        className="col-span-2 @md:col-span-3 @2xl:col-span-1"
      >
        <Input
          {...register(`charge.lines.${index}.description`)}
          autoComplete="off"
          enterKeyHint="next"
          onKeyDown={handleKeyDown}
        />
      </Field>
      <Field
        label="Quantity"
        hideLabel="in-row"
        error={wrong?.quantity?.message}
        className="@md:col-start-2 @2xl:col-start-auto"
      >
        <Input
          {...register(`charge.lines.${index}.quantity`)}
          inputMode="decimal"
          autoComplete="off"
          enterKeyHint="next"
          onKeyDown={handleKeyDown}
          className="text-right"
        />
      </Field>
      <Controller
        control={control}
        name={`charge.lines.${index}.rateCents`}
        render={({ field: { onChange, ...field } }) => (
          <Field label="Rate" hideLabel="in-row" error={wrong?.rateCents?.message}>
            <MoneyInput {...field} onValueChange={onChange} enterKeyHint="next" onKeyDown={handleKeyDown} />
          </Field>
        )}
      />
      <LineAmount index={index} />
      {/* After the fields for the Tab key, wherever it is seen. */}
      <div className="absolute top-1 right-1 flex in-[fieldset:disabled]:hidden @md:static @md:col-start-5 @md:row-start-1 @md:mt-6.5 @2xl:col-start-6 @2xl:mt-0">
        <MoveMenu {...{ index, count, onMove }} />
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Remove line ${index + 1}`}
          disabled={count === 1}
          onClick={onRemove}
          className="text-muted"
        >
          <Trash2 aria-hidden />
        </Button>
      </div>
    </fieldset>
  )
}

function LineAmount({ index }: { index: number }) {
  const line = useWatch<InvoiceFormValues, `charge.lines.${number}`>({ name: `charge.lines.${index}` })
  const { lineCents } = summarizeCharge({ ...emptyCharge, kind: 'lines', lines: line ? [line] : [] })
  return (
    <p className="col-span-2 flex items-center justify-between gap-x-3 gap-y-1.5 @md:col-span-1 @md:flex-col @md:items-end">
      <span className="text-sm font-medium @2xl:sr-only">Amount</span>
      <span className="flex min-h-10 min-w-0 items-center font-medium break-all text-foreground tabular-nums">
        {centsText(lineCents[0] ?? null)}
      </span>
    </p>
  )
}

// For pointers only; the menu beside it and Alt with an arrow key do the same for everybody.
function DragHandle({ onDragStart }: Pick<LineItemProps, 'onDragStart'>) {
  return (
    <span
      aria-hidden
      data-drag-handle
      onPointerDown={onDragStart}
      className="-ml-2.5 flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-muted select-none active:cursor-grabbing in-[fieldset:disabled]:invisible @md:mt-6.5 @md:-ml-1 @md:h-10 @md:w-6 @2xl:mt-0 @2xl:ml-0"
    >
      <GripVertical className="size-4" />
    </span>
  )
}

function MoveMenu({ index, count, onMove }: Pick<LineItemProps, 'index' | 'count' | 'onMove'>) {
  return (
    <Menu
      trigger={
        <Button
          variant="ghost"
          size="icon"
          aria-label={`Move line ${index + 1}`}
          disabled={count === 1}
          className="text-muted"
        >
          <EllipsisVertical aria-hidden />
        </Button>
      }
    >
      <MenuItem icon={ArrowUp} disabled={index === 0} onSelect={() => onMove(index - 1)}>
        Move up
      </MenuItem>
      <MenuItem icon={ArrowDown} disabled={index === count - 1} onSelect={() => onMove(index + 1)}>
        Move down
      </MenuItem>
    </Menu>
  )
}
