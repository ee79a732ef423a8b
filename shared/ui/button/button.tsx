import { Link } from '@portal/shared/router'
import { Icon, type IconName } from '@portal/shared/ui/icon'
import { Spinner } from '@portal/shared/ui/spinner'
import type { ComponentProps, ReactNode } from 'react'
import styles from './button.module.css'

type Appearance = {
  variant?: 'primary' | 'secondary' | 'ghost' | 'danger' | 'danger-quiet' | undefined
  size?: 'm' | 's' | undefined
  /** The button is as wide as its container. */
  full?: boolean | undefined
  icon?: IconName | undefined
  /** The text of a ghost button is aligned with what is above and below it at this side, not with its own padding. */
  flush?: 'start' | 'end' | undefined
  children?: ReactNode
}

type ButtonProps = Appearance & {
  /** The action is pending: the button keeps its width and focus, and ignores further clicks. */
  busy?: boolean | undefined
} & Omit<ComponentProps<'button'>, 'className'>

export function Button({ variant, size, full, flush, icon, busy, children, onClick, ...button }: ButtonProps) {
  return (
    <button
      type="button"
      {...button}
      {...appearanceProps({ variant, size, full, flush })}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={(event) => (busy ? event.preventDefault() : onClick?.(event))}
    >
      <Content icon={icon}>{children}</Content>
      {busy && (
        <span className={styles.busy}>
          <Spinner size={20} label={null} />
        </span>
      )}
    </button>
  )
}

type ButtonLinkProps = Appearance & Omit<ComponentProps<typeof Link>, 'className'>

export function ButtonLink({ variant, size, full, flush, icon, children, ...link }: ButtonLinkProps) {
  return (
    <Link {...link} {...appearanceProps({ variant, size, full, flush })}>
      <Content icon={icon}>{children}</Content>
    </Link>
  )
}

type IconButtonProps = { icon: IconName; label: string } & Omit<ComponentProps<'button'>, 'className' | 'children'>

/** A square control whose whole text is its label. */
export function IconButton({ icon, label, ...button }: IconButtonProps) {
  return (
    <button type="button" {...button} className={styles.iconButton} aria-label={label} title={label}>
      <Icon name={icon} />
    </button>
  )
}

function appearanceProps({ variant = 'primary', size = 'm', full, flush }: Appearance) {
  return {
    className: styles.button,
    'data-variant': variant,
    'data-size': size,
    'data-full': full || undefined,
    'data-flush': flush,
  }
}

function Content({ icon, children }: Pick<Appearance, 'icon' | 'children'>) {
  return (
    <span className={styles.content}>
      {icon && <Icon name={icon} size={20} />}
      <span className={styles.label}>{children}</span>
    </span>
  )
}
