import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useFieldArray, useFormContext, useFormState } from 'react-hook-form'
import { focusField } from '../../../../web/forms/focus-field.ts'
import { GroupError } from '../../../../web/forms/group-error.tsx'
import { useAfterRender } from '../../../../web/forms/use-after-render.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { maxLines } from '../../document/totals-rules.ts'
import type { ContentValues } from '../form/content-values.ts'
import { emptyLine } from './charge-switch.ts'
import { LineItem, lineColumns } from './line-item.tsx'
import { useLineDrag } from './use-line-drag.ts'

const name = 'charge.lines'

export function LineItems() {
  const { control } = useFormContext<ContentValues>()
  const { fields, append, remove, move } = useFieldArray({ control, name })
  const { errors } = useFormState({ control, name })
  const [announcement, setAnnouncement] = useState('')
  const list = useRef<HTMLDivElement>(null)
  const afterRender = useAfterRender()
  const count = fields.length

  function reorder(from: number, to: number) {
    if (to < 0 || to >= count || to === from) return
    // A row that is moved in the DOM loses the focus.
    const focused = document.activeElement
    afterRender(() => {
      if (focused instanceof HTMLElement && list.current?.contains(focused)) focused.focus()
    })
    move(from, to)
    setAnnouncement(`Line ${from + 1} is now line ${to + 1} of ${count}.`)
  }

  function add() {
    if (count >= maxLines) return
    append(emptyLine, { shouldFocus: false })
    afterRender(() => focusField(`${name}.${count}.description`))
    setAnnouncement(`Line ${count + 1} added.`)
  }

  function removeLine(index: number) {
    remove(index)
    const neighbour = Math.min(index, count - 2)
    afterRender(() => focusField(`${name}.${neighbour}.description`))
    setAnnouncement(`Line ${index + 1} removed.`)
  }

  const drag = useLineDrag(list, reorder)
  return (
    <div>
      <h3 className="mb-2 text-sm font-semibold text-foreground @[38rem]:sr-only">Line items</h3>
      {/* Each field has its own label, which is hidden where these columns are shown. */}
      <div
        aria-hidden
        className={`mb-1.5 hidden text-sm font-medium text-foreground @[38rem]:grid ${lineColumns}`}
      >
        <span className="col-start-2">Description</span>
        <span className="text-right">Quantity</span>
        <span className="text-right">Rate</span>
        <span className="text-right">Amount</span>
      </div>
      <div ref={list} className="flex flex-col gap-3 @[38rem]:gap-2">
        {fields.map((field, index) => (
          <LineItem
            key={field.id}
            index={index}
            count={count}
            isDragged={drag.dragged === index}
            style={drag.styleOf(index)}
            onDragStart={(event) => drag.start(event, index)}
            onMove={(to) => reorder(index, to)}
            onRemove={() => removeLine(index)}
            onFinish={() => (index === count - 1 ? add() : focusField(`${name}.${index + 1}.description`))}
          />
        ))}
      </div>
      <GroupError error={errors.charge?.lines} />
      <div className="mt-3 flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button variant="secondary" size="sm" disabled={count >= maxLines} onClick={add}>
          <Plus aria-hidden />
          Add line
        </Button>
        {count >= maxLines && (
          <p className="text-sm text-muted">An invoice can have at most {maxLines} lines.</p>
        )}
      </div>
      <p aria-live="polite" className="sr-only">
        {announcement}
      </p>
    </div>
  )
}
