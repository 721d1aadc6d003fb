"""Tests the alerts of deploy/components/monitoring with promtool.

    python3 tests/deploy/alerts.py promtool

Each alert has a series that lets it fire below; tests/deploy/alerts.yaml has a hall that plays, in which all are
silent.
"""

import pathlib
import subprocess
import sys
import tempfile

import yaml

ROOT = pathlib.Path(__file__).resolve().parents[2]
RULES = ROOT / "deploy/components/monitoring/rules.yaml"
NAMESPACE = 'namespace="damcast"'
# Series that let each alert fire within ten minutes, with a value each five seconds.
FIRES = {
    "DamcastDown": {'up{job="damcast",instance="a"}': "1x60 0x60"},
    "DamcastNotReady": {f'damcast_ready{{service="clock",{NAMESPACE}}}': "1 0x120"},
    "DamcastServiceGone": {
        f'damcast_ready{{service="board-ingest",{NAMESPACE}}}': "1x120",
        f'damcast_ready{{service="rules-validation",{NAMESPACE}}}': "1x120",
        f'damcast_ready{{service="clock",{NAMESPACE}}}': "1x120",
        f'damcast_ready{{service="pairing",{NAMESPACE}}}': "1x20 _x100",
        f'damcast_ready{{service="broadcast",{NAMESPACE}}}': "1x120"},
    "DamcastNatsAway": {f"damcast_nats_connected{{{NAMESPACE}}}": "1 0x120"},
    "DamcastMovesWait": {f"damcast_move_waiting_seconds{{{NAMESPACE}}}": "0 6+5x120"},
    "DamcastConsumerBehind": {
        f'damcast_consumer_pending{{stream="INPUT",consumer="rules-validation",{NAMESPACE}}}': "0 60x120"},
    "DamcastLogSetBack": {f'damcast_log_set_backs_total{{stream="GAME",{NAMESPACE}}}': "0x60 1x60"},
    "DamcastLogDamaged": {f'damcast_log_damaged{{stream="GAME",{NAMESPACE}}}': "0 1x120"},
    "DamcastMessageUnreadable": {f'damcast_log_passed_over_total{{stream="GAME",{NAMESPACE}}}': "0x60 1x60"},
    "DamcastGameStandsStill": {f"damcast_games_set_aside{{{NAMESPACE}}}": "0 1x120"},
    "DamcastGivenUp": {f'damcast_given_up_total{{service="pairing",{NAMESPACE}}}': "0x60 1x60"},
    "DamcastVenueOffline": {f'damcast_view_state{{state="venue-offline",{NAMESPACE}}}': "0 1x120"},
    "DamcastDiskFull": {"damcast_disk_free_bytes": "9000000000x120", "damcast_disk_size_bytes": "100000000000x120"},
    "DamcastNatsUnwell": {f'damcast_nats_server_healthy{{instance="a",{NAMESPACE}}}': "1 0x120"},
    "DamcastCopyBehind": {f'damcast_nats_server_stream_replicas_behind{{stream="GAME",{NAMESPACE}}}': "0 1x120"},
    "DamcastBackupOld": {'damcast_backup_completed_seconds{instance="b"}': "0x120"},
    "DamcastBackupFails": {
        f'damcast_ready{{service="clock",{NAMESPACE}}}': "1x120",
        f'kube_cronjob_created{{cronjob="backup",{NAMESPACE}}}': "-900000x120",
        f'kube_cronjob_status_last_successful_time{{cronjob="backup",{NAMESPACE}}}': "-20000x120"},
    "DamcastStoreFull": {
        f'damcast_nats_server_store_size_bytes{{instance="a",{NAMESPACE}}}': "19000000000x120",
        f'damcast_nats_server_store_limit_bytes{{instance="a",{NAMESPACE}}}': "20000000000x120"},
    "DamcastSlowReaders": {f'damcast_nats_server_slow_consumers_total{{instance="a",{NAMESPACE}}}': "0+1x120"},
    "DamcastCallsFail": {
        f'rpc_server_call_duration_seconds_count{{rpc_response_status_code="INTERNAL",{NAMESPACE}}}': "0+1x120"},
    "DamcastCertificateExpires": {f'damcast_tls_expiry_seconds{{instance="a",{NAMESPACE}}}': "250000x120"},
    "DamcastSlowMoves": {
        f'damcast_move_age_seconds_bucket{{stage="shown",le="1",{NAMESPACE}}}': "0+9x120",
        f'damcast_move_age_seconds_bucket{{stage="shown",le="5",{NAMESPACE}}}': "0+10x120",
        f'damcast_move_age_seconds_bucket{{stage="shown",le="+Inf",{NAMESPACE}}}': "0+10x120"},
    "DamcastClockWrong": {'damcast_time_of_day_offset_seconds{instance="a"}': "0 -90x120"},
    "DamcastRestarts": {
        # With the labels that a PodMonitor adds.
        'process_uptime_seconds{job="damcast",instance="a",pod="clock-1",container="clock"}':
            "0+5x20 0+5x20 0+5x20 0+5x60",
        'damcast_service_restarts_total{job="damcast",instance="a",pod="clock-1",container="clock"}': "0x120"},
    "DamcastTakeovers": {
        f'damcast_consumer_takeovers_total{{stream="GAME",consumer="clock",{NAMESPACE}}}': "0+1x120"},
    "DamcastConnectionsFull": {
        f'damcast_connections{{callers="public",instance="a",{NAMESPACE}}}': "13900x120",
        f'damcast_connections_limit{{callers="public",instance="a",{NAMESPACE}}}': "14336x120"},
}


def main():
    promtool = sys.argv[1]
    rules = yaml.safe_load(RULES.read_text())["spec"]
    alerts = [rule for group in rules["groups"] for rule in group["rules"]]
    names = {rule["alert"] for rule in alerts}
    silent = yaml.safe_load((ROOT / "tests/deploy/alerts.yaml").read_text())
    checked = {check["alertname"] for check in silent["tests"][0]["alert_rule_test"]}
    if not names == set(FIRES) == checked:
        sys.exit(f"alerts without a test, or tests without an alert: {sorted(names ^ set(FIRES) | names ^ checked)}")
    runbook = (ROOT / "docs/runbook.md").read_text()
    for rule in alerts:
        if f"## {rule['alert']}\n" not in runbook:
            sys.exit(f"docs/runbook.md has no section {rule['alert']}")
        if rule["annotations"]["runbook"] != f"docs/runbook.md#{rule['alert'].lower()}":
            sys.exit(f"{rule['alert']} names another section of the runbook")
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        (folder / "rules.yaml").write_text(yaml.safe_dump(rules))
        (folder / "silent.yaml").write_text(yaml.safe_dump(silent))
        fires = [
            {"interval": "5s", "name": f"{name} fires",
             "input_series": [{"series": series, "values": values} for series, values in given.items()],
             # Matches any labels and texts.
             "promql_expr_test": [{"expr": f'count(ALERTS{{alertname="{name}",alertstate="firing"}}) > bool 0',
                                   "eval_time": "9m", "exp_samples": [{"labels": "{}", "value": 1}]}]}
            for name, given in FIRES.items()
        ]
        test = {"rule_files": ["rules.yaml"], "evaluation_interval": "5s", "tests": fires}
        (folder / "fires.yaml").write_text(yaml.safe_dump(test))
        subprocess.run([promtool, "check", "rules", "rules.yaml"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
        subprocess.run([promtool, "test", "rules", "silent.yaml", "fires.yaml"], cwd=folder, check=True)
    print(f"deploy: {len(names)} alerts fire when they should, and are silent in a hall that plays")


main()
