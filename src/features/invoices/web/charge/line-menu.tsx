import { useQueryClient } from '@tanstack/react-query'
import { ArrowDown, ArrowUp, Bookmark, EllipsisVertical, List, Percent, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuSeparator } from '../../../../web/ui/menu.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import { saveItem } from '../../../items/contract.ts'
import { itemsKey } from '../../../items/web/item-api.ts'
import { ItemsDialog } from '../../../items/web/items-dialog.tsx'
import type { ContentValues } from '../form/content-values.ts'
import { itemOfLine } from './line-of-item.ts'
import { showsLineTaxes } from './line-taxes.ts'
import { useCurrency } from './use-currency.ts'

interface LineMenuProps {
  index: number
  count: number
  onMove: (to: number) => void
  onRemove: () => void
}

export function LineMenu({ index, count, onMove, onRemove }: LineMenuProps) {
  const { setValue } = useFormContext<ContentValues>()
  const taxes = useWatch<ContentValues, 'charge.taxes'>({ name: 'charge.taxes' })
  const lines = useWatch<ContentValues, 'charge.lines'>({ name: 'charge.lines' })
  const [isListOpen, setIsListOpen] = useState(false)
  const currency = useCurrency()
  const queries = useQueryClient()
  const line = lines[index]
  const item = line ? itemOfLine(line, { taxes, currency }) : null

  async function save() {
    if (!item) return
    try {
      await call(saveItem, { body: item })
      showSuccess('Item saved', 'It’s suggested when you type a line.')
      await queries.invalidateQueries({ queryKey: itemsKey })
    } catch (error) {
      showError('The item was not saved', messageOf(error, 'Please try again.'))
    }
  }

  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            aria-label={`More actions for line ${index + 1}`}
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
        {taxes.length > 0 && !showsLineTaxes({ lines, taxes }) && (
          <MenuItem
            icon={Percent}
            onSelect={() => setValue(`charge.lines.${index}.taxes`, [], { shouldDirty: true })}
          >
            No tax on this line
          </MenuItem>
        )}
        <MenuSeparator />
        <MenuItem icon={Bookmark} disabled={item === null} onSelect={() => void save()}>
          Save as item
        </MenuItem>
        <MenuItem icon={List} onSelect={() => setIsListOpen(true)}>
          Saved items
        </MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" disabled={count === 1} onSelect={onRemove}>
          Remove
        </MenuItem>
      </Menu>
      <ItemsDialog open={isListOpen} onOpenChange={setIsListOpen} />
    </>
  )
}
