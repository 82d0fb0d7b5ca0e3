import { Component, type ReactNode } from 'react';

type Props = { onError(error: unknown): void; children: ReactNode };

/**
 * Hands an error of drawing to whoever ends the program. Without it Ink would draw the error, with a piece of the
 * source, where the deck stood. Nothing is drawn any more.
 */
export class CrashBoundary extends Component<Props, { failed: boolean }> {
  static getDerivedStateFromError(): { failed: boolean } {
    return { failed: true };
  }

  override state = { failed: false };

  override componentDidCatch(error: unknown): void {
    this.props.onError(error);
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
