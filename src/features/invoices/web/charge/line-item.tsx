import { GripVertical } from 'lucide-react'
import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react'
import { Controller, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { FormMoneyInput } from '../../../../web/forms/form-money-input.tsx'
import { classNames } from '../../../../web/ui/class-names.ts'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Input } from '../../../../web/ui/fields/input.tsx'
import type { Item } from '../../../items/contract.ts'
import { ItemInput } from '../../../items/web/item-input.tsx'
import type { ContentValues } from '../form/content-values.ts'
import { minorText } from './charge-totals.tsx'
import { emptyCharge } from './charge-values.ts'
import { LineMenu } from './line-menu.tsx'
import { lineWithItem } from './line-of-item.ts'
import { LineTaxFields } from './line-tax-fields.tsx'
import { summarizeCharge } from './summarize-charge.ts'
import { useCurrency } from './use-currency.ts'

/** The length of the highest allowed total, "$999,999,999.99". A longer amount is shown smaller until it is corrected. */
const maxAmountLength = 15

/** One row, in a form that is wide enough. */
export const lineColumns =
  '@[38rem]:grid-cols-[1.25rem_minmax(0,1fr)_4.5rem_10.5rem_7.5rem_2.75rem] @[38rem]:gap-x-2'
const hiddenInRow = '@[38rem]:sr-only'

const cells = ['description', 'quantity', 'rateMinor'] as const

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
  const { register, control, getValues, setValue, clearErrors } = useFormContext<ContentValues>()
  const { errors } = useFormState({ control, name: `charge.lines.${index}` })
  const lineErrors = errors.charge?.lines?.[index]
  const currency = useCurrency()
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

  function choose(item: Item) {
    const { lines, taxes } = getValues('charge')
    const line = lines[index]
    if (!line) return
    setValue(`charge.lines.${index}`, lineWithItem(line, item, { taxes, currency }), { shouldDirty: true })
    clearErrors(`charge.lines.${index}`)
    focusField(`charge.lines.${index}.quantity`)
  }

  return (
    <fieldset
      aria-label={label}
      style={style}
      className={classNames(
        'relative grid min-w-0 grid-cols-[minmax(0,3fr)_minmax(0,5fr)] gap-3 rounded-lg border border-border bg-surface p-3 pt-1',
        `@[38rem]:items-start @[38rem]:rounded-md @[38rem]:border-0 @[38rem]:p-0 ${lineColumns}`,
        isDragged && 'shadow-float',
      )}
    >
      <div className="col-span-2 -mb-2 flex items-center gap-1 @[38rem]:contents">
        <DragHandle onDragStart={onDragStart} />
        <span aria-hidden className="text-sm font-medium text-muted @[38rem]:hidden">
          {label}
        </span>
      </div>
      <Field
        label="Description"
        labelClassName={hiddenInRow}
        error={lineErrors?.description?.message}
        className="col-span-2 @[38rem]:col-span-1"
      >
        <ItemInput
          {...register(`charge.lines.${index}.description`)}
          enterKeyHint="next"
          onKeyDown={handleKeyDown}
          currency={currency}
          onChoose={choose}
        />
      </Field>
      <Field
        label="Quantity"
        labelClassName={hiddenInRow}
        error={lineErrors?.quantity?.message}
        // The message also uses the room below the rate, or else goes without its icon.
        className={
          lineErrors?.rateMinor ? '@[38rem]:[&_[aria-live]_svg]:hidden' : '@[38rem]:[&_[aria-live]]:w-62'
        }
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
        name={`charge.lines.${index}.rateMinor`}
        render={({ field }) => (
          <Field label="Rate" labelClassName={hiddenInRow} error={lineErrors?.rateMinor?.message}>
            <FormMoneyInput
              {...field}
              format={{ currency }}
              enterKeyHint="next"
              onKeyDown={handleKeyDown}
              className="[&_input]:text-right"
            />
          </Field>
        )}
      />
      {/* After the fields in tab order, wherever it is displayed. */}
      <div className="absolute top-1 right-1 flex items-center gap-1 @[38rem]:contents">
        <LineAmount index={index} />
        <LineMenu {...{ index, count, onMove, onRemove }} />
      </div>
      <LineTaxFields index={index} />
    </fieldset>
  )
}

function LineAmount({ index }: { index: number }) {
  const line = useWatch<ContentValues, `charge.lines.${number}`>({ name: `charge.lines.${index}` })
  const currency = useCurrency()
  const { lineMinor } = summarizeCharge(
    { ...emptyCharge, kind: 'lines', lines: line ? [line] : [] },
    currency,
  )
  const text = minorText(lineMinor[0] ?? null, currency)
  return (
    <p
      className={classNames(
        'flex min-h-10 items-center justify-end font-medium whitespace-nowrap text-foreground tabular-nums',
        text.length > maxAmountLength ? 'text-xs' : 'text-sm',
      )}
    >
      <span className="sr-only">Amount</span>
      <span>{text}</span>
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
      className="-ml-2.5 flex size-11 shrink-0 cursor-grab touch-none items-center justify-center text-muted select-none active:cursor-grabbing @[38rem]:-ml-1 @[38rem]:h-10 @[38rem]:w-6"
    >
      <GripVertical className="size-4" />
    </span>
  )
}
