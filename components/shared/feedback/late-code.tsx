"use client";

import dynamic from "next/dynamic";
import { type ComponentType, type ReactNode, useEffect, useState } from "react";
import { MissingDialog, MissingPart, type MissingProps } from "./missing-code";

type Load<Props> = () => Promise<ComponentType<Props>>;
/** In the form that both `dynamic` and React's `lazy` accept. */
type LoadModule<Props> = () => Promise<{ default: ComponentType<Props> }>;

/**
 * For `dynamic` and `lazy`. If code does not load, without a connection or after an update of the server, a message in
 * its place says so and offers another try. A thrown error would end the whole screen, with everything that is typed
 * there; and React remembers a failed import until the page is reloaded.
 */
export function latePart<Props extends object>(load: Load<Props>): LoadModule<Props> {
  return orAskAgain(load, (_props, missing) => <MissingPart {...missing} />);
}

/** A dialog whose code is loaded when it opens. The message shows itself as a dialog, and can be closed. */
export function lateDialog<Props extends { onClose: () => void }>(
  load: Load<Props>,
): ComponentType<Props> {
  const loadOrAskAgain = orAskAgain(load, ({ onClose }, missing) => (
    <MissingDialog {...missing} onClose={() => onClose()} />
  ));
  return dynamic(loadOrAskAgain, { ssr: false });
}

type RenderMissing<Props> = (props: Props, missing: MissingProps) => ReactNode;

function orAskAgain<Props extends object>(
  load: Load<Props>,
  renderMissing: RenderMissing<Props>,
): LoadModule<Props> {
  return async () => {
    try {
      return { default: await load() };
    } catch {
      return {
        default: (props: Props) => (
          <AskedAgain load={load} props={props} renderMissing={renderMissing} />
        ),
      };
    }
  };
}

interface AskedAgainProps<Props> {
  load: Load<Props>;
  props: Props;
  renderMissing: RenderMissing<Props>;
}

/** Tries at each mount, and when the connection is back. The bundler forgets failed imports, so that it loads again. */
function AskedAgain<Props extends object>({ load, props, renderMissing }: AskedAgainProps<Props>) {
  const [Part, setPart] = useState<ComponentType<Props> | null>(null);
  const [asked, setAsked] = useState(1);
  const [failed, setFailed] = useState(0);

  useEffect(() => {
    let isOver = false;
    load().then(
      (part) => !isOver && setPart(() => part),
      () => !isOver && setFailed(asked),
    );
    return () => {
      isOver = true;
    };
  }, [load, asked]);

  useEffect(() => {
    const onOnline = () => setAsked(failed + 1);
    window.addEventListener("online", onOnline);
    return () => window.removeEventListener("online", onOnline);
  }, [failed]);

  if (Part) return <Part {...props} />;
  if (failed === 0) return null;
  return renderMissing(props, {
    onRetry: () => setAsked(failed + 1),
    retrying: asked > failed,
    wasRetried: failed > 1,
  });
}
