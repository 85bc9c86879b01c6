import { ArrowDown, ArrowUp, EllipsisVertical, GripVertical, Trash2 } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { Button } from '../../../../web/ui/button.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import { Menu, MenuItem } from '../../../../web/ui/menu.tsx'
import type { ContentValues } from '../form/content-values.ts'
import { centsText } from './charge-totals.tsx'
import { emptyCharge } from './charge-values.ts'
import { summarizeCharge } from './summarize-charge.ts'

/** The length of the highest allowed total, "$999,999,999.99". A longer amount is shown smaller until it is corrected. */
const maxAmountLength = 15

const cells = ['description', 'quantity', 'rateCents'] as const

interface LineItemProps {
  index: number
  count: number
  isDragged: boolean
  style: CSSProperties | undefined
  onDragStart: (event: PointerEvent<HTMLElement>) => void
  onMove: (to: number) => void
  onRemove: () => void
  /** Called for Enter in the last field. */
  onFinish: () => void
}

export function LineItem(props: LineItemProps) {
  const { index, count, isDragged, style, onDragStart, onMove, onRemove, onFinish } = props
  const { register, control } = useFormContext<ContentValues>()
  const { errors } = useFormState({ control, name: `charge.lines.${index}` })
  const lineErrors = errors.charge?.lines?.[index]
  const label = `Line ${index + 1}`

  function handleKeyDown(event: KeyboardEvent) {
    if (event.altKey && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
      event.preventDefault()
      onMove(event.key === 'ArrowUp' ? index - 1 : index + 1)
      return
    }
    // Enter moves to the next field. It must not submit an unfinished invoice.
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
        'relative grid min-w-0 grid-cols-[minmax(0,3fr)_minmax(0,5fr)] gap-3 rounded-lg border border-border bg-surface p-3 pt-1',
        '@lg:grid-cols-[1.25rem_minmax(0,3fr)_minmax(0,5fr)_minmax(0,1fr)_auto] @lg:p-3',
        isDragged && 'shadow-float',
      )}
    >
      <div className="col-span-2 -mb-1 flex items-center gap-1 @lg:contents">
        <DragHandle onDragStart={onDragStart} />
        <span aria-hidden className="text-sm font-medium text-muted @lg:hidden">
          {label}
        </span>
      </div>
      <Field
        label="Description"
        error={lineErrors?.description?.message}
        className="col-span-2 @lg:col-span-3"
      >
        <Input
          {...register(`charge.lines.${index}.description`)}
          autoComplete="off"
          enterKeyHint="next"
          onKeyDown={handleKeyDown}
        />
      </Field>
      <Field label="Quantity" error={lineErrors?.quantity?.message} className="@lg:col-start-2">
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
        render={({ field }) => (
          <Field label="Rate" error={lineErrors?.rateCents?.message}>
            <FormMoneyInput
              {...field}
              enterKeyHint="next"
              onKeyDown={handleKeyDown}
              className="[&_input]:text-right"
            />
          </Field>
        )}
      />
      <LineAmount index={index} />
      {/* After the fields in tab order, wherever it is displayed. */}
      <div className="absolute top-1 right-1 flex @lg:static @lg:col-start-5 @lg:row-start-1 @lg:mt-6.5">
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
  const line = useWatch<ContentValues, `charge.lines.${number}`>({ name: `charge.lines.${index}` })
  const { lineCents } = summarizeCharge({ ...emptyCharge, kind: 'lines', lines: line ? [line] : [] })
  const text = centsText(lineCents[0] ?? null)
  return (
    <p className="col-span-2 flex items-center justify-between gap-x-3 gap-y-1.5 @lg:flex-col @lg:items-end @lg:justify-start">
      <span className="text-sm font-medium">Amount</span>
      <span
        className={classNames(
          'flex min-h-10 items-center font-medium whitespace-nowrap text-foreground tabular-nums',
          text.length > maxAmountLength && 'text-xs',
        )}
      >
        {text}
      </span>
    </p>
  )
}

// For pointers only. With the keyboard, the menu and Alt with an arrow key do the same.
function DragHandle({ onDragStart }: Pick<LineItemProps, 'onDragStart'>) {
  return (
    <span
      aria-hidden
      data-drag-handle
      onPointerDown={onDragStart}
      className="-ml-2.5 flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-muted select-none active:cursor-grabbing @lg:mt-6.5 @lg:-ml-1 @lg:h-10 @lg:w-6"
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
