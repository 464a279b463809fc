import { ConnectionPool } from 'mongodb/lib/cmap/connection_pool.js';
import { RTTPinger } from 'mongodb/lib/sdam/monitor.js';

/** Milliseconds between two checks of a pool for connections to close. */
const LOOK_MS = 10_000;

/**
 * Makes the driver's pools check for ended or old connections every ten seconds. The driver (7.8 and 7.9) does it ten times a
 * second, half of an idle connection's cost (2.5 of 5.4 ms CPU a second). A connection is also checked when it is used, and our
 * pools keep no minimum of connections.
 */
export function restIdlePools(): void {
  const { ensureMinPoolSize } = ConnectionPool.prototype;
  ConnectionPool.prototype.ensureMinPoolSize = function lookSeldom() {
    const before = this.minPoolSizeTimer;
    ensureMinPoolSize.call(this);
    // The pool is closed.
    if (this.minPoolSizeTimer === before) return;
    clearTimeout(this.minPoolSizeTimer);
    this.minPoolSizeTimer = setTimeout(() => this.ensureMinPoolSize(), LOOK_MS);
  };
}

/**
 * Keeps the round trip that the first connection measured. The driver measures it with every heartbeat on a further connection, half of
 * what a heartbeat costs. It serves the choice among secondaries, and we read from the primary alone.
 */
export function keepRoundTrip(): void {
  RTTPinger.prototype.measureRoundTripTime = () => {};
}
