import { Tooltip as Primitive } from 'radix-ui'
import type { ReactNode } from 'react'

interface TooltipProps {
  text: ReactNode
  side?: 'top' | 'right' | 'bottom' | 'left'
  /** One element that can hold the focus; a tooltip that only a mouse can reach tells half the readers nothing. */
  children: ReactNode
}

export function Tooltip({ text, side = 'top', children }: TooltipProps) {
  return (
    <Primitive.Provider delayDuration={300}>
      <Primitive.Root>
        <Primitive.Trigger asChild>{children}</Primitive.Trigger>
        <Primitive.Portal>
          <Primitive.Content
            side={side}
            sideOffset={6}
            collisionPadding={8}
            className="z-60 max-w-64 animate-fade-in rounded-md bg-foreground px-2.5 py-1.5 text-xs text-background shadow-float"
          >
            {text}
          </Primitive.Content>
        </Primitive.Portal>
      </Primitive.Root>
    </Primitive.Provider>
  )
}
