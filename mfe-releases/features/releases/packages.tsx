import type { ReleasedPackage } from '@portal/contracts/release'
import { Notice } from '@portal/shared/ui/notice'
import { useState } from 'react'
import { useOverview } from './overview-query.ts'
import { PackagePanel } from './package-panel.tsx'
import { PackageSheet } from './package-sheet.tsx'
import styles from './releases.module.css'

/** What is live: the shell and each remote, with how their versions do in browsers. */
export function Packages() {
  const overview = useOverview()
  const [shown, setShown] = useState<string | null>(null)
  const [openName, setOpenName] = useState<string | null>(null)
  const selected = overview.packages.find(({ name }) => name === shown)

  function show({ name }: ReleasedPackage) {
    setShown(name)
    setOpenName(name)
  }

  return (
    <>
      {!overview.can_change && (
        <Notice tone="info">
          Здесь релизы можно только смотреть: у портала нет ключа подписи. Выпускают и откатывают командами release.
        </Notice>
      )}
      {!overview.has_reports && (
        <Notice tone="info">Как версии работают в браузерах, сейчас неизвестно: сводка недоступна.</Notice>
      )}
      <div className={styles.packages}>
        {overview.packages.map((released) => (
          <PackagePanel key={released.name} released={released} onOpen={() => show(released)} />
        ))}
      </div>
      {selected && (
        <PackageSheet
          key={selected.name}
          released={selected}
          sequence={overview.sequence}
          canChange={overview.can_change}
          open={openName === selected.name}
          // A response may come late, when another package is open.
          onClose={() => setOpenName((name) => (name === selected.name ? null : name))}
        />
      )}
    </>
  )
}
