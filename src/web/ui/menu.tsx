import { Check, type LucideIcon } from 'lucide-react'
import { DropdownMenu as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

interface MenuProps {
  trigger: ReactNode
  align?: 'start' | 'center' | 'end'
  defaultOpen?: boolean
  children: ReactNode
}

export function Menu({ trigger, align = 'end', defaultOpen = false, children }: MenuProps) {
  return (
    <Primitive.Root modal={false} defaultOpen={defaultOpen}>
      <Primitive.Trigger asChild>{trigger}</Primitive.Trigger>
      {/* Not in a portal, so that it stays inside its landmark and, in a dialog, inside the dialog. */}
      <Primitive.Content
        align={align}
        sideOffset={6}
        collisionPadding={8}
        className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-48 origin-(--radix-dropdown-menu-content-transform-origin) overflow-y-auto rounded-lg border border-border bg-surface-raised p-1 text-left font-normal shadow-float data-[state=closed]:animate-pop-out data-[state=open]:animate-pop-in"
      >
        {children}
      </Primitive.Content>
    </Primitive.Root>
  )
}

const itemLook =
  'flex min-h-9 w-full cursor-default items-center gap-2.5 rounded-md px-2.5 py-1.5 text-sm outline-none select-none data-[disabled]:opacity-50 data-[highlighted]:bg-surface-sunken touch:min-h-11 [&_svg]:size-4 [&_svg]:shrink-0'

interface MenuItemProps {
  icon?: LucideIcon
  tone?: 'default' | 'danger'
  disabled?: boolean | undefined
  onSelect?: (event: Event) => void
  /** Makes the only child, such as a link, the menu item. The icon then belongs inside that child. */
  asChild?: boolean
  children: ReactNode
}

export function MenuItem({
  icon: Icon,
  tone = 'default',
  disabled,
  onSelect,
  asChild = false,
  children,
}: MenuItemProps) {
  return (
    <Primitive.Item
      asChild={asChild}
      {...(disabled === undefined ? {} : { disabled })}
      {...(onSelect === undefined ? {} : { onSelect })}
      className={classNames(
        itemLook,
        tone === 'danger'
          ? 'text-negative data-[highlighted]:bg-negative-soft'
          : 'text-foreground [&_svg]:text-muted',
      )}
    >
      {asChild ? (
        children
      ) : (
        <>
          {Icon && <Icon aria-hidden />}
          {children}
        </>
      )}
    </Primitive.Item>
  )
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return (
    <Primitive.Label className="max-w-64 px-2.5 py-1.5 text-xs text-pretty text-muted">
      {children}
    </Primitive.Label>
  )
}

export function MenuSeparator() {
  return <Primitive.Separator className="-mx-1 my-1 h-px bg-border" />
}

export const MenuRadioGroup = Primitive.RadioGroup

interface MenuRadioItemProps {
  value: string
  icon?: LucideIcon
  children: ReactNode
}

export function MenuRadioItem({ value, icon: Icon, children }: MenuRadioItemProps) {
  return (
    <Primitive.RadioItem value={value} className={classNames(itemLook, 'text-foreground [&_svg]:text-muted')}>
      {Icon && <Icon aria-hidden />}
      <span className="flex-1">{children}</span>
      <Primitive.ItemIndicator>
        <Check aria-hidden className="text-accent!" />
      </Primitive.ItemIndicator>
    </Primitive.RadioItem>
  )
}
